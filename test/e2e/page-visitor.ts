/** A browser at an IP address that `wrangler dev` trusts. */
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
    /** The cookie of a new visitor, ready to send. */
    async arrive(options: { address?: string; cookie?: string } = {}) {
      const response = await call("/web/session", { body: {}, ...options });
      await response.arrayBuffer();
      return { status: response.status, cookie: cookieOf(response) };
    },
    /** Sends a message; the response streams its answer. */
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

/**
 * The number of rate-limit windows that a period touches; each has the full
 * limit.
 */
export function windowsSince(start: number, windowMs: number): number {
  return Math.floor(Date.now() / windowMs) - Math.floor(start / windowMs) + 1;
}
