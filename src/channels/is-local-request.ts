/**
 * Whether the request was made to this machine by name or number, and not by a page from elsewhere. Such a page can
 * point its own host name here (DNS rebinding), but it cannot hide its origin when it posts. Programs can claim any
 * name: this is no protection where the port is open to others (`wrangler dev --ip`, a tunnel).
 */
export function isLocalRequest(request: Request): boolean {
  const origin = request.headers.get("origin");
  return isLocal(request.url) && (origin === null || isLocal(origin));
}

/** Whether an address names this machine. */
export function isLocal(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return (
    hostname === "localhost" ||
    hostname === "[::1]" ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname)
  );
}
