/** The same text for all addresses of one page: as the URL standard writes it, without its fragment. `undefined` for what is no address. */
export function toPageKey(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null) return undefined;
  url.hash = "";
  return url.href;
}
