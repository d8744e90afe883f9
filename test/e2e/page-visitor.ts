/** Somebody with a browser, at an internet address that `wrangler dev` believes. */
export function createVisitors(url: string) {
  const call = (
    path: string,
    {
      body,
      cookie = "",
      address = "203.0.113.7",
      accept = "application/json",
      signal,
    }: {
      body?: unknown;
      cookie?: string;
      address?: string;
      accept?: string;
      signal?: AbortSignal;
    } = {},
  ): Promise<Response> =>
    fetch(`${url}${path}`, {
      headers: {
        accept,
        cookie,
        origin: url,
        "cf-connecting-ip": address,
        "content-type": "application/json",
      },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    });

  return {
    call,
    /** The cookie of a new visitor, as the browser sends it back. */
    async arrive(options: { address?: string; cookie?: string } = {}) {
      const response = await call("/web/session", { body: {}, ...options });
      await response.arrayBuffer();
      return { status: response.status, cookie: cookieOf(response) };
    },
    /** Sends a message; its answer streams in the response. */
    say: (text: string, cookie: string, options: { address?: string } = {}) =>
      call("/web/messages", {
        body: { id: crypto.randomUUID(), text },
        cookie,
        accept: "text/event-stream",
        ...options,
      }),
  };
}

export function cookieOf(response: Response): string {
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

/** How many windows of the clock something reached into: its limit is there for each of them. */
export function windowsSince(start: number, windowMs: number): number {
  return Math.floor(Date.now() / windowMs) - Math.floor(start / windowMs) + 1;
}
