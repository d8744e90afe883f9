import { SearchFailure } from "./search-provider.ts";

const MAX_BYTES = 1_000_000;

/** What a provider answers with status 2xx, parsed as JSON; at most 1 MB of it. Throws `SearchFailure`, or the signal's reason. */
export async function fetchJson(
  url: URL,
  {
    fetch,
    headers,
    signal,
  }: {
    fetch: typeof globalThis.fetch;
    headers: Readonly<Record<string, string>>;
    signal: AbortSignal;
  },
): Promise<unknown> {
  try {
    const response = await fetch(url, { headers, signal });
    if (!response.ok) {
      await response.body?.cancel();
      throw new SearchFailure(`HTTP ${response.status}`);
    }
    return parse(await readBounded(response));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SearchFailure) throw error;
    throw new SearchFailure("it could not be reached", { cause: error });
  }
}

/** Leaving the loop cancels the body: the rest is not read. */
async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > MAX_BYTES)
      throw new SearchFailure("an answer of more than 1 MB");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Gateways answer in HTML whatever was asked for. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SearchFailure("an unreadable answer", { cause: error });
  }
}
