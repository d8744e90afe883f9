/** A year, as visitors return to their conversations. */
const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

/**
 * Cookies need https, or localhost: over http, others could read and set them.
 */
export function canKeepCookies({ url }: Request): boolean {
  return isSecure(url) || isLocal(url);
}

/** @param path of the cookie */
export function readCookie(
  request: Request,
  name: string,
  path = "/",
): string | undefined {
  if (!canKeepCookies(request)) return undefined;
  const wanted = fullName(request, name, path);
  for (const pair of (request.headers.get("cookie") ?? "").split(";")) {
    const [key, value] = pair.split("=", 2);
    if (key?.trim() === wanted) return value?.trim();
  }
  return undefined;
}

/**
 * The `Set-Cookie` value: hidden from scripts, and not sent by other sites.
 * @param cookie.value removes the cookie if it is empty
 * @param cookie.ageSeconds default: a year
 * @param cookie.isLax also sent when another site leads the browser here
 * @param cookie.isFramed for the page in a frame of another site; each site has
 * its own: https://developer.mozilla.org/docs/Web/Privacy/Guides/Privacy_sandbox/Partitioned_cookies
 */
export function writeCookie(
  request: Request,
  {
    name,
    value,
    path = "/",
    ageSeconds = MAX_AGE_SECONDS,
    isFramed = false,
    isLax = false,
  }: {
    name: string;
    value: string;
    path?: string;
    ageSeconds?: number;
    isFramed?: boolean;
    isLax?: boolean;
  },
): string {
  const age = value === "" ? 0 : ageSeconds;
  const sameSite = isFramed ? "None" : isLax ? "Lax" : "Strict";
  const secure = isFramed || isSecure(request.url) ? "; Secure" : "";
  const partitioned = isFramed ? "; Partitioned" : "";
  return `${fullName(request, name, path)}=${value}; Path=${path}; HttpOnly; SameSite=${sameSite}; Max-Age=${age}${secure}${partitioned}`;
}

/**
 * Browsers accept cookies named `__Host-` only from this exact host over https,
 * so sibling domains cannot set them:
 * https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-4.1.3.2
 * Those of one path only can be named `__Secure-`. Over http they reject both.
 */
function fullName({ url }: Request, name: string, path: string): string {
  if (!isSecure(url)) return name;
  return path === "/" ? `__Host-${name}` : `__Secure-${name}`;
}

function isLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === "localhost" ||
    hostname === "[::1]" ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname)
  );
}

function isSecure(url: string): boolean {
  return new URL(url).protocol === "https:";
}
