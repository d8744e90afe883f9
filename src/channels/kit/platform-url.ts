/**
 * Whether a URL belongs to the platform: HTTPS on a host that matches `hosts`,
 * or the API's origin. Never send tokens to any other URL.
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
