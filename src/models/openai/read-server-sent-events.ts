import { ModelError } from "../../errors.ts";

/**
 * The data of each server-sent event (WHATWG HTML, 9.2). Throws `ModelError` when nothing at all arrives for
 * `firstPieceMs` in the beginning or `idleMs` later. Leaving the loop cancels the body.
 */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array> | null,
  limits: { firstPieceMs: number; idleMs: number },
): AsyncGenerator<string> {
  let data: string[] = [];
  for await (const line of readLines(body, limits)) {
    if (line.startsWith("data:"))
      data.push(line.slice("data:".length).replace(/^ /, ""));
    if (line !== "" || data.length === 0) continue;
    yield data.join("\n");
    data = [];
  }
  // Some servers leave out the last blank line.
  if (data.length > 0) yield data.join("\n");
}

async function* readLines(
  body: ReadableStream<Uint8Array> | null,
  limits: { firstPieceMs: number; idleMs: number },
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of readPieces(body, limits)) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield line.replace(/\r$/, "");
  }
  if (rest !== "") yield rest;
}

async function* readPieces(
  body: ReadableStream<Uint8Array> | null,
  { firstPieceMs, idleMs }: { firstPieceMs: number; idleMs: number },
): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  let limitMs = firstPieceMs;
  try {
    for (;;) {
      const { done, value } = await within(limitMs, reader.read());
      if (done) return;
      yield value;
      limitMs = idleMs;
    }
  } finally {
    // Not awaited: a connection that hangs may never confirm.
    reader.cancel().catch(() => {});
  }
}

async function within<Value>(
  limitMs: number,
  promise: Promise<Value>,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const cause = new Error(`Nothing arrived for ${limitMs} ms.`);
      reject(new ModelError({ kind: "unreachable", cause }));
    }, limitMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
