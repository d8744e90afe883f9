/**
 * Whether a URL is one of the platform's: HTTPS on a host that matches `hosts`,
 * or on the origin of its API. Tokens may be sent to no other URL.
 */
export function isPlatformUrl(
  url: string,
  { apiRoot, hosts }: { apiRoot: string; hosts: RegExp },
): boolean {
  const { origin, protocol, hostname } = new URL(url);
  return (
    origin === new URL(apiRoot).origin ||
    (protocol === "https:" && hosts.test(hostname))
  );
}
