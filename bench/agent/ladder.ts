import { createStreamingModel } from "../../src/models/openai/openai-model.ts";
import { readFrames } from "../../src/models/openai/read-frames.ts";
import { createTimeLimit } from "../../src/runtime/abort.ts";

export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** Requests a reply from the model at a URL and returns its text. */
export type Ask = (
  url: string,
  messages: readonly Message[],
) => Promise<string>;

const TIMEOUT_MS = 60_000;

const clients = new Map<string, ReturnType<typeof createStreamingModel>>();

/**
 * Ways to call the model, each with one more part of Parley, so that the
 * differences show each part's cost. The executor's further cost is the prompt,
 * the reader, the tool's schema, and the turn's limits and events.
 */
export const RUNGS = {
  /** Reply as one JSON body. */
  whole: async (url, messages) => {
    const response = await request(url, { messages });
    const { choices } = (await response.json()) as {
      choices: readonly [{ message: { content: string } }];
    };
    return choices[0].message.content;
  },

  /** Streamed as server-sent events, parsed with plain `JSON.parse`. */
  streamed: async (url, messages) =>
    readLines(await request(url, { messages, stream: true })),

  /** With an `AbortSignal`; still without any code of Parley. */
  signalled: async (url, messages) => {
    const { signal } = new AbortController();
    return readLines(await request(url, { messages, stream: true }, signal));
  },

  /**
   * With timeouts for the call and each chunk, and standard-conforming event
   * parsing.
   */
  bounded: async (url, messages) => {
    const { signal } = new AbortController();
    using limit = createTimeLimit({ ms: TIMEOUT_MS, signal });
    const { body } = await request(
      url,
      { messages, stream: true },
      limit.signal,
    );
    let text = "";
    for await (const events of readFrames(body, {
      firstPieceMs: TIMEOUT_MS,
      idleMs: TIMEOUT_MS,
      signal: limit.signal,
    }))
      for (const { data } of events)
        if (data !== "[DONE]") text += contentOf(data);
    return text;
  },

  /**
   * With Parley's client: retries, provider dialects, finish reasons, errors
   * and usage.
   */
  client: async (url, messages) => {
    const client =
      clients.get(url) ??
      createStreamingModel({
        api: "chat",
        apiKey: "sk-bench",
        baseUrl: url,
        model: "stub",
      });
    clients.set(url, client);
    const { signal } = new AbortController();
    let text = "";
    for await (const event of client.generate({ messages }, { signal }))
      if (event.type === "text") text += event.text;
    return text;
  },
} satisfies Record<string, Ask>;

async function request(
  url: string,
  fields: object,
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(`${url}/chat/completions`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: "Bearer sk-bench",
    },
    body: JSON.stringify({ model: "stub", ...fields }),
    ...(signal && { signal }),
  });
}

async function readLines({ body }: Response): Promise<string> {
  let text = "";
  let rest = "";
  const decoder = new TextDecoder();
  for await (const piece of body ?? []) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines)
      if (line.startsWith("data: {")) text += contentOf(line.slice(6));
  }
  return text;
}

function contentOf(data: string): string {
  const { choices } = JSON.parse(data) as {
    choices: readonly { delta: { content?: string | null } }[];
  };
  return choices[0]?.delta.content ?? "";
}
