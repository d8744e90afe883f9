import { Hono } from "hono";
import * as z from "zod";
import type { AuditLog } from "../../types/audit-log.ts";
import type { CallbackQueue } from "../../types/callback-queue.ts";
import type { LibraryStore } from "../../types/library.ts";
import type { UndeliveredList } from "../../types/undelivered.ts";
import { createDocumentRoutes } from "../admin/library-routes.ts";
import { canKeepCookies } from "../cookies.ts";
import { findOtherSite } from "../find-other-site.ts";
import type { GuessGuard } from "../guess-guard.ts";
import { problemResponse } from "../problems.ts";
import { parseQuery } from "../query.ts";
import { toActionBody } from "./bodies.ts";
import {
  createConversationRoutes,
  PageSize,
  type ConversationRoutesOptions,
} from "./conversation-routes.ts";
import { createDeliveryRoutes } from "./delivery-routes.ts";
import { createOperatorSessions, type Operator } from "./operator-sessions.ts";
import {
  admitConsole,
  admitOperator,
  createRecorder,
  type ConsoleVariables,
} from "./operators.ts";
import { createQuestionRoutes } from "./question-routes.ts";

export interface ConsoleRoutesOptions extends Omit<
  ConversationRoutesOptions,
  "record" | "callbacks"
> {
  readonly callbacks: Pick<CallbackQueue, "forget" | "resend">;
  readonly undelivered: UndeliveredList;
  readonly operators: readonly Operator[];
  /** The deployment's secret, which signs sessions. */
  readonly secret: string;
  readonly guessGuard: GuessGuard;
  readonly audit: AuditLog;
  /** `undefined` if the platform has none. */
  readonly library: LibraryStore | undefined;
  readonly now?: () => number;
}

const AuditQuery = z.object({
  limit: PageSize.default(50),
  before: z
    .string()
    .regex(/^\d{15}-[0-9a-f]{8}$/, "must be the id of an entry")
    .optional(),
});

const SearchQuery = z.object({ query: z.string().trim().min(1).max(500) });

/** Passages that a tried question shows: as many as the model gets. */
const SHOWN_PASSAGES = 5;

/** `/console`: the operators' session, and the console's API. */
export function createConsoleRoutes(
  options: ConsoleRoutesOptions,
): Hono<ConsoleVariables> {
  const { secret, operators, guessGuard, audit, library, now } = options;
  const { showsTexts, channels } = options;
  const sessions = createOperatorSessions({
    secret,
    operators,
    ...(now !== undefined && { now }),
  });
  const record = createRecorder(audit, now);
  const routes = new Hono<ConsoleVariables>();

  routes.use("*", async (context, next) => {
    context.header("cache-control", "no-store");
    return next();
  });
  const admitted = admitConsole({ operators, sessions, guessGuard });

  routes.post(
    "/session",
    admitOperator({ operators, guessGuard }),
    async (context) => {
      const request = context.req.raw;
      const problem = canKeepCookies(request)
        ? findOtherSite(request)
        : HTTPS_REQUIRED;
      if (problem !== undefined) return problemResponse(problem);
      await record(context, "sign-in");
      context.header(
        "set-cookie",
        await sessions.create(request, context.var.operator),
      );
      return context.json({ operator: context.var.operator.name });
    },
  );

  routes.get("/session", admitted, (context) =>
    context.json({
      operator: context.var.operator.name,
      shows_texts: showsTexts,
      channels,
      has_library: library !== undefined,
    }),
  );

  routes.delete("/session", admitted, async (context) => {
    await record(context, "sign-out");
    context.header("set-cookie", sessions.end(context.req.raw));
    return context.body(null, 204);
  });

  routes.use("/api/*", admitted);
  routes.route(
    "/api/conversations",
    createConversationRoutes({ ...options, record }),
  );
  routes.route("/api", createQuestionRoutes({ ...options, record }));

  routes.route("/api/deliveries", createDeliveryRoutes({ ...options, record }));

  routes.get("/api/audit", async (context) => {
    const query = parseQuery(context.req.raw, AuditQuery);
    if (query.kind === "refused") return problemResponse(query.problem);
    const { limit, before } = query.value;
    const actions = await audit.list({
      limit,
      ...(before !== undefined && { before }),
    });
    const next = actions.length === limit ? (actions.at(-1)?.id ?? null) : null;
    return context.json({ actions: actions.map(toActionBody), next });
  });

  if (library !== undefined) {
    routes.get("/api/library/search", async (context) => {
      const query = parseQuery(context.req.raw, SearchQuery);
      if (query.kind === "refused") return problemResponse(query.problem);
      const answer = await library.search(query.value.query, {
        limit: SHOWN_PASSAGES,
        signal: context.req.raw.signal,
      });
      return context.json(answer);
    });
    routes.route(
      "/api/library",
      createDocumentRoutes({
        store: library,
        onChange: (context, change, document) =>
          record(context, change, { document }),
      }),
    );
  }

  return routes;
}

const HTTPS_REQUIRED = {
  status: 403,
  slug: "https-required",
  title: "The console needs https",
  detail:
    "Over http, others could read the session. Open the console over https, or on localhost.",
};
