/** One year. `includeSubDomains` and `preload` are the operator's decision. */
const TRANSPORT_SECURITY = "max-age=31536000";

/**
 * Adds the headers that every response carries: `X-Content-Type-Options`, and
 * over TLS `Strict-Transport-Security` (RFC 6797).
 * @param url of the request; may be invalid
 */
export function addSecurityHeaders(response: Response, url: string): Response {
  const { protocol = "", hostname = "" } = URL.parse(url) ?? {};
  // HSTS applies to all ports of a host and would lock out other local servers.
  const isOverTls =
    protocol === "https:" && !/^(?:.+\.)?localhost$/.test(hostname);
  try {
    return setHeaders(response, { isOverTls });
  } catch {
    // Headers of a fetched response are immutable.
    return setHeaders(new Response(response.body, response), { isOverTls });
  }
}

function setHeaders(
  response: Response,
  { isOverTls }: { isOverTls: boolean },
): Response {
  response.headers.set("x-content-type-options", "nosniff");
  if (isOverTls)
    response.headers.set("strict-transport-security", TRANSPORT_SECURITY);
  return response;
}
