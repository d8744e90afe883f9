/**
 * Whether the request was made to this machine by name or number. A page elsewhere that points its own host name
 * here (DNS rebinding) still sends that name, and so is not local.
 */
export function isLocalRequest(request: Request): boolean {
  const { hostname } = new URL(request.url);
  return (
    hostname === "localhost" ||
    hostname === "[::1]" ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname)
  );
}
