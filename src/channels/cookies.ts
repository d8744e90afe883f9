/** A year: people come back to their conversation. */
const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

/**
 * Whether a browser keeps our cookies for this address: over https, or on this machine. Over http anybody on the way could read and
 * set them.
 */
export function canKeepCookies({ url }: Request): boolean {
  return isSecure(url) || isLocal(url);
}

/** The value of a cookie that `writeCookie` has set. */
export function readCookie(request: Request, name: string): string | undefined {
  if (!canKeepCookies(request)) return undefined;
  const wanted = fullName(request, name);
  for (const pair of (request.headers.get("cookie") ?? "").split(";")) {
    const [key, value] = pair.split("=", 2);
    if (key?.trim() === wanted) return value?.trim();
  }
  return undefined;
}

/** The value of `Set-Cookie` for a year. Scripts cannot read it, and other sites do not send it along. */
export function writeCookie(
  request: Request,
  { name, value }: { name: string; value: string },
): string {
  const secure = isSecure(request.url) ? "; Secure" : "";
  return `${fullName(request, name)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${MAX_AGE_SECONDS}${secure}`;
}

/**
 * With `__Host-` in front of it, browsers take a cookie from this very host over https alone (RFC 6265bis, 4.1.3.2): no sibling
 * domain can put its own in our place. Over http they refuse that name.
 */
function fullName({ url }: Request, name: string): string {
  return isSecure(url) ? `__Host-${name}` : name;
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
