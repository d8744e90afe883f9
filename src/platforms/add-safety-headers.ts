/** A year, in seconds. Subdomains and browsers' lists of such hosts are for the operator to decide. */
const TRANSPORT_SECURITY = "max-age=31536000";

/**
 * An answer with what all answers have, whatever made them: no browser guesses what it is (`X-Content-Type-Options`), nor comes without TLS
 * once it has come with it (RFC 6797, which has that said over TLS alone).
 * @param url of the request, whether it can be read or not
 */
export function addSafetyHeaders(response: Response, url: string): Response {
  const { protocol = "", hostname = "" } = URL.parse(url) ?? {};
  const result = isChangeable(response)
    ? response
    : new Response(response.body, response);
  result.headers.set("x-content-type-options", "nosniff");
  // On a developer's machine it would hold for every port, and lock other servers out.
  if (protocol === "https:" && !/^(?:.+\.)?localhost$/.test(hostname))
    result.headers.set("strict-transport-security", TRANSPORT_SECURITY);
  return result;
}

/** Answers that were fetched elsewhere are not. */
function isChangeable({ headers }: Response): boolean {
  try {
    headers.set("x-content-type-options", "nosniff");
    return true;
  } catch {
    return false;
  }
}
