import { Webhook } from "standardwebhooks";
import { createTimeLimit } from "../../../abort.ts";
import type { CallbackPlace } from "./callback-policy.ts";
import { checkPublicHost, type HostResolver } from "./public-host.ts";

interface SignedRequest {
  /** Checked by `checkCallbackAddress`. */
  readonly url: URL;
  readonly place: CallbackPlace;
  /** The `webhook-id`: ASCII without periods. */
  readonly id: string;
  readonly body: object;
  /** `whsec_…`; each makes a signature. */
  readonly secrets: readonly string[];
  /** For the whole exchange: DNS, connecting, and reading the response. */
  readonly timeoutMs: number;
}

/**
 * `unanswered`: nothing was sent, or no response came. `reason`: a sentence for
 * the caller; reveals no IP addresses.
 */
type Posting<Answer> =
  | { readonly kind: "answered"; readonly answer: Answer }
  | { readonly kind: "unanswered"; readonly reason: string };

/**
 * Posts JSON, signed according to Standard Webhooks (`v1`). Checks the host's
 * addresses first if `place` is `public`. Does not follow redirects, as their
 * targets are unchecked. Never throws.
 * @param read parses the response; any body that it leaves unread is cancelled
 */
export type SignedPost = <Answer>(
  request: SignedRequest,
  read: (response: Response) => Promise<Answer>,
) => Promise<Posting<Answer>>;

export function createSignedPost({
  resolver,
  userAgent,
  now = Date.now,
  fetch = (...request) => globalThis.fetch(...request),
}: {
  resolver: HostResolver;
  userAgent: string;
  now?: () => number;
  fetch?: typeof globalThis.fetch;
}): SignedPost {
  const send = (
    { url, id, body, secrets }: SignedRequest,
    signal: AbortSignal,
  ): Promise<Response> => {
    const text = JSON.stringify(body);
    const timestamp = new Date(now());
    return fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: {
        "content-type": "application/json",
        "user-agent": userAgent,
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(timestamp.getTime() / 1_000)),
        "webhook-signature": secrets
          .map((secret) => new Webhook(secret).sign(id, timestamp, text))
          .join(" "),
      },
      body: text,
      signal,
    });
  };

  return async (request, read) => {
    const { url, place, timeoutMs } = request;
    using limit = createTimeLimit({
      ms: timeoutMs,
      signal: new AbortController().signal,
    });
    const { signal } = limit;
    try {
      const host =
        place === "public"
          ? await checkPublicHost(url.hostname, { resolver, signal })
          : undefined;
      if (host?.kind === "refused")
        return { kind: "unanswered", reason: host.reason };
      const response = await send(request, signal);
      const answer = await read(response);
      await response.body?.cancel().catch(() => {});
      return { kind: "answered", answer };
    } catch {
      const reason = limit.isOver
        ? `No answer within ${timeoutMs / 1_000} seconds.`
        : "The host could not be reached, or closed the connection.";
      return { kind: "unanswered", reason };
    }
  };
}
