/**
 * Replaces the internet in workerd tests. Prompts about Noah are never
 * answered. hooks.example.com responds with the status in the path.
 */
export async function answerOutbound({
  url,
}: {
  readonly url: string;
}): Promise<Response> {
  if (url.includes("Noah")) return new Promise(() => {});
  const { hostname, pathname } = new URL(url);
  return hostname === "hooks.example.com"
    ? new Response(null, { status: Number(pathname.slice(1)) })
    : new Response(`No such host in tests: ${url}`, { status: 599 });
}
