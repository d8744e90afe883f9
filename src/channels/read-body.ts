import type { Problem } from "../channel.ts";

export type BodyReading =
  | { readonly kind: "read"; readonly text: string }
  | { readonly kind: "refused"; readonly problem: Problem };

/**
 * Reads the body as UTF-8, but never more than `maxBytes`: a longer one is refused by its `Content-Length`, or, where
 * that is missing or wrong, as soon as the limit is passed. Does not throw for what a sender can do.
 */
export async function readBody(
  request: Request,
  { maxBytes }: { maxBytes: number },
): Promise<BodyReading> {
  if (Number(request.headers.get("content-length")) > maxBytes)
    return tooLarge(maxBytes);
  if (request.body === null) return { kind: "read", text: "" };

  const chunks = await readChunks(request.body, maxBytes);
  if (chunks.kind === "too-large") return tooLarge(maxBytes);
  return chunks.kind === "whole" ? decode(chunks.bytes) : BROKEN_OFF;
}

type Chunks =
  | { readonly kind: "whole"; readonly bytes: readonly Uint8Array[] }
  | { readonly kind: "too-large" | "broken-off" };

async function readChunks(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Chunks> {
  const bytes: Uint8Array[] = [];
  let length = 0;
  try {
    // Leaving the loop cancels the stream: the rest is not read.
    for await (const chunk of body) {
      length += chunk.byteLength;
      if (length > maxBytes) return { kind: "too-large" };
      bytes.push(chunk);
    }
  } catch {
    return { kind: "broken-off" };
  }
  return { kind: "whole", bytes };
}

function decode(bytes: readonly Uint8Array[]): BodyReading {
  const decoder = new TextDecoder("utf-8", {
    fatal: true,
    ignoreBOM: false,
  });
  try {
    const text = bytes
      .map((chunk) => decoder.decode(chunk, { stream: true }))
      .join("");
    return { kind: "read", text: text + decoder.decode() };
  } catch {
    return refuse({
      status: 400,
      slug: "not-utf8",
      title: "The body is not UTF-8",
      detail: "Send the text encoded as UTF-8.",
    });
  }
}

const BROKEN_OFF = refuse({
  status: 400,
  slug: "incomplete-body",
  title: "The body broke off",
  detail: "The connection ended before the whole body had come.",
});

function tooLarge(maxBytes: number): BodyReading {
  return refuse({
    status: 413,
    slug: "body-too-large",
    title: "The body is too large",
    detail: `It has more than ${maxBytes} bytes. Send less at once.`,
  });
}

function refuse(problem: Problem): BodyReading {
  return { kind: "refused", problem };
}
