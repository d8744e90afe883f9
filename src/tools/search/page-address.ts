/** Longer ones are no use to anybody; half an address leads nowhere. */
const MAX_LENGTH = 300;

/** Parameters by which advertisers and mailings follow their readers. */
const TRACKING =
  /^(?:utm_\w+|[a-z]{1,2}clid|gbraid|wbraid|msclkid|igsh(?:id)?|mc_[ce]id|srsltid|_g[al]|_hsenc|_hsmi|mkt_tok|ref_src)$/i;

/** An http(s) address without user name and password; `undefined` for everything else. */
export function toPageAddress(text: string): string | undefined {
  if (text.length > 2 * MAX_LENGTH || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  url.username = "";
  url.password = "";
  return url.href.length > MAX_LENGTH ? undefined : url.href;
}

/** The same text for all addresses of one page: scheme, fragment, trailing slashes and tracking parameters do not count. */
export function toPageIdentity(address: string): string {
  const { host, pathname, searchParams } = new URL(address);
  const parameters = Array.from(searchParams).filter(
    ([name]) => !TRACKING.test(name),
  );
  return `${host}${pathname.replace(/\/+$/, "")}?${new URLSearchParams(parameters).toString()}`;
}
