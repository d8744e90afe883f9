/** In a shell `PARLEY_KEY` is the API key. */
export interface CodeSample {
  readonly lang: "Shell" | "JavaScript" | "HTTP";
  readonly label: string;
  readonly source: string;
}

/** Stands for the deployment's own address, which the reference puts in its place (`reference/reference.js`). */
const SAMPLE_ORIGIN = "https://parley.example.com";

/** Writes a request to be pasted into a shell, for `curl`; options such as `-i` come first, then the headers, then the body. */
export function curl(
  label: string,
  {
    method,
    path,
    options = "",
    headers = {},
    body,
    isPublic = false,
  }: {
    method?: "POST" | "PATCH" | "DELETE";
    path: string;
    options?: string;
    headers?: Readonly<Record<string, string>>;
    body?: unknown;
    /** Without a key. */
    isPublic?: boolean;
  },
): CodeSample {
  const start = ["curl", options, method && `-X ${method}`]
    .filter(Boolean)
    .join(" ");
  const all = {
    ...(!isPublic && { Authorization: "Bearer $PARLEY_KEY" }),
    ...(body !== undefined && { "Content-Type": "application/json" }),
    ...headers,
  };
  const lines = [
    `${start} ${SAMPLE_ORIGIN}${path}`,
    ...Object.entries(all).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined
      ? []
      : [`-d '${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")}'`]),
  ];
  return { lang: "Shell", label, source: lines.join(" \\\n  ") };
}
