import { basicAuthorization } from "./basic-authorization.ts";
import { SearchFailure } from "./search-provider.ts";

/** A request to a provider. Name and password in the address are sent as basic authorization. */
export interface ProviderRequest {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON by POST; without it the request is a GET. */
  readonly body?: unknown;
}

const MAX_REDIRECTS = 3;

/**
 * Sends a request and follows redirects, but not to another server: the runtimes hand headers with keys on to any
 * host (https://github.com/nodejs/undici/issues/4917). Throws `SearchFailure` for those, or what `fetch` throws.
 */
export async function sendRequest(
  request: ProviderRequest,
  { fetch, signal }: { fetch: typeof globalThis.fetch; signal: AbortSignal },
): Promise<Response> {
  const { headers, body } = request;
  const { url, authorization } = splitCredentials(request.url);
  const isPost = body !== undefined;
  const options: RequestInit = {
    headers: {
      accept: "application/json",
      ...authorization,
      ...(isPost && { "content-type": "application/json" }),
      ...headers,
    },
    redirect: "manual",
    signal,
    ...(isPost && { method: "POST", body: JSON.stringify(body) }),
  };
  let target = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await fetch(target, options);
    const location = readLocation(response, { isPost });
    if (location === undefined) return response;
    await response.body?.cancel();
    target = resolve(location, target);
  }
  throw new SearchFailure("too many redirects", { kind: "setup" });
}

/** `fetch` refuses addresses with name and password. */
function splitCredentials(address: URL) {
  const url = new URL(address);
  const { username, password } = address;
  url.username = "";
  url.password = "";
  const authorization =
    username === "" && password === ""
      ? {}
      : {
          authorization: basicAuthorization({
            username: decodeURIComponent(username),
            password: decodeURIComponent(password),
          }),
        };
  return { url, authorization };
}

/** Where a response sends the client on to; 301 to 303 would turn a POST into a GET. */
function readLocation(
  { status, headers }: Response,
  { isPost }: { isPost: boolean },
): string | undefined {
  const statuses = isPost ? [307, 308] : [301, 302, 303, 307, 308];
  return statuses.includes(status)
    ? (headers.get("location") ?? undefined)
    : undefined;
}

function resolve(location: string, from: URL): URL {
  const next = URL.canParse(location, from.href)
    ? new URL(location, from)
    : undefined;
  if (next === undefined || !isSameServer(from, next))
    throw new SearchFailure("a redirect to another server", { kind: "setup" });
  return next;
}

/** The same origin, or the same host by HTTPS instead of HTTP. */
function isSameServer(from: URL, next: URL): boolean {
  return (
    next.origin === from.origin ||
    (next.hostname === from.hostname &&
      from.protocol === "http:" &&
      next.protocol === "https:")
  );
}
