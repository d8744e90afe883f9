import { concatenate, type Bytes } from "./bytes.ts";

/**
 * Reads at most `maxBytes` of a body. Needed since a decompressed body can be
 * far larger than what was sent, and some never end.
 */
export async function readBeginning(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes }: { maxBytes: number },
): Promise<{ bytes: Bytes; isCut: boolean }> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    length += piece.byteLength;
    // Leaving the loop cancels the body.
    if (length > maxBytes) break;
  }
  const bytes = concatenate(pieces);
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
    const location = readLocation(response.headers);
    if (!statuses.includes(response.status) || location === null)
      return { response, url };
    await response.body?.cancel();
    url = await follow(location, url, response.status);
  }
  return undefined;
}

/**
 * Some servers send raw UTF-8 in `Location`. Node's `fetch` returns its bytes as
 * one character each, workerd's the text.
 */
function readLocation(headers: Headers): string | null {
  const location = headers.get("location");
  const bytes = Array.from(location ?? "", (byte) => byte.charCodeAt(0));
  if (bytes.some((byte) => byte > 0xff)) return location;
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return location && decoder.decode(Uint8Array.from(bytes));
  } catch {
    return location;
  }
}
