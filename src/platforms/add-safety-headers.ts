/** A year, in seconds. Subdomains and browsers' lists of such hosts are for the operator to decide. */
const TRANSPORT_SECURITY = "max-age=31536000";

/**
 * An answer with what all answers have, whatever made them: no browser guesses what it is (`X-Content-Type-Options`), nor comes without TLS
 * once it has come with it (RFC 6797, which has that said over TLS alone).
 * @param url of the request, whether it can be read or not
 */
export function addSafetyHeaders(response: Response, url: string): Response {
  const { protocol = "", hostname = "" } = URL.parse(url) ?? {};
  // On a developer's machine it would hold for every port, and lock other servers out.
  const isOverTls =
    protocol === "https:" && !/^(?:.+\.)?localhost$/.test(hostname);
  try {
    return setHeaders(response, { isOverTls });
  } catch {
    // One that was fetched elsewhere cannot be changed.
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
