import { Hono, type Context, type Handler } from "hono";
import * as z from "zod";
import { embedScript } from "../../../dist/page.ts";
import { canKeepCookies } from "../../http/cookies.ts";
import { problemFor } from "../../http/html.ts";
import { readJson } from "../../http/json-body.ts";
import {
  clientAddressOf,
  type ClientKey,
} from "../../http/platform-context.ts";
import { problemResponse, refuse, type Refusal } from "../../http/problems.ts";
import type { Archive } from "../../types/archive.ts";
import type { Identity } from "../../types/identity.ts";
import type { AcceptedFiles } from "../../types/page.ts";
import { HTTPS_REQUIRED, NOT_EMBEDDED } from "./access-problems.ts";
import type { Suggest } from "./answer-routes.ts";
import type { Challenge } from "./challenge.ts";
import type { Embedding, Opening } from "./embedding.ts";
import { pageResponse } from "./page-response.ts";
import {
  readShown,
  toConversationBody,
  type PageState,
} from "./shown-conversation.ts";
import { admitSession, type VisitorLimits } from "./visitor-limits.ts";

const EmbeddedBody = z.object({
  site: z.string().max(300),
  identity: z.string().max(10_000).optional(),
  /** Proves that the visitor is human. */
  token: z.string().max(10_000).optional(),
});

export interface EmbeddingRoutesOptions {
  readonly embedding: Embedding;
  readonly identity: Identity;
  /** Names of the agent's tools. */
  readonly tools: readonly string[];
  readonly takes: AcceptedFiles;
  /** `undefined`: the page shows no suggestions. */
  readonly suggest?: Suggest | undefined;
  readonly archive: Omit<Archive, "changeSettings">;
  readonly limits: VisitorLimits;
  /** `undefined` if new visitors are not checked. */
  readonly challenge: Challenge | undefined;
  readonly clientKey: ClientKey;
}

/** `/embed`, the page for frames, and `/embed.js`, which sites include. */
export function createFrameRoutes({
  embedding,
  challenge,
  identity,
  tools,
  takes,
  suggest,
}: EmbeddingRoutesOptions): Hono {
  const routes = new Hono();

  routes.get("/embed", ({ req: { raw: request } }) => {
    if (embedding.sites.length === 0) return problemFor(request, NOT_EMBEDDED);
    if (!canKeepCookies(request)) return problemFor(request, HTTPS_REQUIRED);
    const widget = challenge?.widget;
    const suggests = suggest !== undefined;
    return pageResponse({
      widget,
      identity,
      tools,
      takes,
      suggests,
      embedding,
    });
  });

  routes.get("/embed.js", (context) =>
    embedding.sites.length === 0
      ? problemResponse(NOT_EMBEDDED)
      : context.body(embedScript, 200, {
          "content-type": "text/javascript; charset=utf-8",
          "cache-control": "public, max-age=3600",
          // Sites may load it with `crossorigin`.
          "access-control-allow-origin": "*",
          "cross-origin-resource-policy": "cross-origin",
        }),
  );

  return routes;
}

/** Sends the session's token to the frame. */
export function openEmbeddedSession(
  { embedding, limits, challenge, archive, clientKey }: EmbeddingRoutesOptions,
  page: PageState,
): Handler {
  /** Visitors whom the site vouches for skip the limit and the human check. */
  const checkStranger = async (context: Context, token: string | undefined) => {
    const admission = await admitSession(limits, await clientKey(context));
    return admission.kind === "refused"
      ? admission.problem
      : challenge?.check({ address: clientAddressOf(context), token });
  };

  return async (context) => {
    const request = context.req.raw;
    const body = await readJson(request, EmbeddedBody);
    if (body.kind === "refused") return problemResponse(body.problem);
    const { token, site, identity } = body.value;
    const isStranger = identity === undefined;
    const doubt = isStranger ? await checkStranger(context, token) : undefined;
    const opening =
      doubt === undefined
        ? await embedding.open(request, { site, identity })
        : refuse(doubt);
    const cookie = isStranger
      ? cookieOf(opening)
      : embedding.removeCookie(request);
    const response =
      opening.kind === "refused"
        ? problemResponse(opening.problem)
        : context.json({
            session: opening.token,
            ...toConversationBody(
              { ...page, canSignOut: false },
              await readShown(archive, opening.session.visitor),
            ),
          });
    if (cookie !== undefined) response.headers.append("set-cookie", cookie);
    return response;
  };
}

function cookieOf(opening: Opening | Refusal): string | undefined {
  return opening.kind === "open" ? opening.cookie : undefined;
}
