/**
 * Replaces the internet in workerd tests. Prompts about Noah are never
 * answered. Hosts below example.com resolve to public addresses, except
 * private.example.com; hooks.example.com confirms callbacks and responds to
 * them with the status in the path.
 */
export async function answerOutbound(request: {
  readonly url: string;
  text(): Promise<string>;
}): Promise<Response> {
  const { url } = request;
  if (url.includes("Noah")) return new Promise(() => {});
  const { hostname, pathname, searchParams } = new URL(url);
  if (hostname === "cloudflare-dns.com") return resolve(searchParams);
  if (hostname === "hooks.example.com") {
    const { type, data } = JSON.parse(await request.text());
    return type === "callback.verification"
      ? Response.json(data)
      : new Response(null, { status: Number(pathname.slice(1)) });
  }
  return new Response(`No such host in tests: ${url}`, { status: 599 });
}

/** Acts as a DNS-over-HTTPS resolver. */
function resolve(question: URLSearchParams): Response {
  const name = question.get("name") ?? "";
  const isAddress = question.get("type") === "1";
  const data = name === "private.example.com" ? "10.0.0.1" : "93.184.215.14";
  const Answer = isAddress ? [{ name, type: 1, TTL: 60, data }] : [];
  return Response.json({ Status: 0, TC: false, Answer });
}
