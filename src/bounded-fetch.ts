/**
 * Reads at most `maxBytes` of a body. Needed since a decompressed body can be
 * far larger than what was sent, and some never end.
 */
export async function readBeginning(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes }: { maxBytes: number },
): Promise<{ bytes: Uint8Array<ArrayBuffer>; isCut: boolean }> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    length += piece.byteLength;
    // Leaving the loop cancels the body.
    if (length > maxBytes) break;
  }
  const bytes = new Uint8Array(length);
  let position = 0;
  for (const piece of pieces) {
    bytes.set(piece, position);
    position += piece.byteLength;
  }
  return { bytes: bytes.subarray(0, maxBytes), isCut: length > maxBytes };
}

/**
 * Reads a body as UTF-8. Stops and returns `undefined` if it has more than
 * `maxUnits` UTF-16 units.
 */
export async function readShortText(
  { body }: Response,
  { maxUnits }: { maxUnits: number },
): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    // Leaving the loop cancels the body.
    if (text.length > maxUnits) return undefined;
  }
  return text + decoder.decode();
}

const MAX_REDIRECTS = 3;

/**
 * Fetches, and follows up to three redirects; `follow` checks each target first
 * and may throw. Returns `undefined` if there are more redirects. A POST
 * follows only 307 and 308, since 301 to 303 would turn it into a GET; it
 * returns those responses as they are.
 */
export async function fetchFollowing(
  start: URL,
  {
    fetch,
    follow,
    ...init
  }: RequestInit & {
    fetch: typeof globalThis.fetch;
    follow: (location: string, from: URL, status: number) => URL | Promise<URL>;
  },
): Promise<{ response: Response; url: URL } | undefined> {
  const statuses =
    init.method === "POST" ? [307, 308] : [301, 302, 303, 307, 308];
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await fetch(url, { ...init, redirect: "manual" });
    const location = response.headers.get("location");
    if (!statuses.includes(response.status) || location === null)
      return { response, url };
    await response.body?.cancel();
    url = await follow(location, url, response.status);
  }
  return undefined;
}
