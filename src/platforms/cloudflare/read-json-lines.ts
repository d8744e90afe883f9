import { parseOwnJson } from "../parse-own-json.ts";

/** Reads lines of JSON that our own code has written. Leaving the loop, or the signal, cancels the stream. */
export async function* readJsonLines<Value>(
  stream: ReadableStream<Uint8Array>,
  { signal }: { signal: AbortSignal },
): AsyncGenerator<Value, void> {
  signal.throwIfAborted();
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  const cancel = (): void => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener("abort", cancel, { once: true });
  try {
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield parseOwnJson<Value>(line);
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}
