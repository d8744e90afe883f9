/** The address of a method below a base URL, which may have a path and end with slashes. */
export function toEndpoint(
  baseUrl: string,
  path: string,
  parameters: Readonly<Record<string, string>> = {},
): URL {
  const url = new URL(`${baseUrl.replace(/\/+$/, "")}${path}`);
  url.search = new URLSearchParams(parameters).toString();
  return url;
}
