import { Hono, type Context, type MiddlewareHandler } from "hono";
import type { AuditLog, OperatorAction } from "../../types/audit-log.ts";
import type { Problem } from "../../types/problem.ts";
import { admitKey } from "../bearer-keys.ts";
import { findOtherSite } from "../find-other-site.ts";
import type { GuessGuard } from "../guess-guard.ts";
import { problemResponse } from "../problems.ts";
import type { Operator, OperatorSessions } from "./operator-sessions.ts";

/** The operator who asks. */
export type ConsoleVariables = { Variables: { operator: Operator } };

interface Admission {
  readonly operators: readonly Operator[];
  readonly sessions: OperatorSessions;
  readonly guessGuard: GuessGuard;
}

/** Admits who sends an operator's key, also for programs. */
export function admitOperator({
  operators,
  guessGuard,
}: Omit<Admission, "sessions">): MiddlewareHandler<ConsoleVariables> {
  return admitKey<Operator, ConsoleVariables>({
    keys: operators,
    owner: "an operator's",
    variable: "ADMIN_API_KEY and OPERATOR_KEYS",
    guessGuard,
    onAdmit: (context, operator) => context.set("operator", operator),
  });
}

/**
 * Admits operators by their session, if the request comes from the console
 * itself, or by their key.
 */
export function admitConsole(
  admission: Admission,
): MiddlewareHandler<ConsoleVariables> {
  const byKey = admitOperator(admission);
  return async (context, next) => {
    const request = context.req.raw;
    if (request.headers.has("authorization")) return byKey(context, next);
    const problem = findOtherSite(request);
    if (problem !== undefined) return problemResponse(problem);
    const operator = await admission.sessions.find(request);
    if (operator === undefined) return problemResponse(NOT_SIGNED_IN);
    context.set("operator", operator);
    return next();
  };
}

const NOT_SIGNED_IN: Problem = {
  status: 401,
  slug: "not-signed-in",
  title: "Sign in first",
  detail:
    "There is no session, it has ended after eight hours, or its key was changed. POST /console/session with your key begins one.",
};

/**
 * Records an operator's action. Call it before the action: what cannot be
 * recorded is not done.
 */
export type Recorder = (
  context: Context<ConsoleVariables>,
  action: OperatorAction["action"],
  about?: Pick<OperatorAction, "conversation" | "message" | "document">,
) => Promise<void>;

/** Longer names and ids are no existing ones. */
const MAX_LENGTH = 500;

export function createRecorder(
  audit: Pick<AuditLog, "add">,
  now: () => number = Date.now,
): Recorder {
  return async (context, action, about = {}) => {
    const short = Object.entries(about).map(([name, text]) => [
      name,
      text.slice(0, MAX_LENGTH),
    ]);
    await audit.add({
      at: now(),
      operator: context.var.operator.name,
      action,
      ...Object.fromEntries(short),
    });
  };
}

/** Routes of the console below `/admin`: for programs, with an operator's key. */
export function createKeyedRoutes(
  {
    operators,
    guessGuard,
    audit,
  }: {
    operators: readonly Operator[];
    guessGuard: GuessGuard;
    audit: AuditLog;
  },
  create: (record: Recorder) => Hono<ConsoleVariables>,
): Hono<ConsoleVariables> {
  const routes = new Hono<ConsoleVariables>();
  routes.use("*", admitOperator({ operators, guessGuard }));
  return routes.route("/", create(createRecorder(audit)));
}
