import * as z from "zod";
import { DEVELOPMENT_KEY } from "./development-key.ts";

const ReplyBody = z.object({
  id: z.string(),
  conversation: z.string(),
  status: z.string(),
  reply: z.object({ text: z.string() }).nullable(),
  steps: z.array(
    z.object({ tool: z.string(), input: z.unknown(), observation: z.string() }),
  ),
  sources: z.array(z.object({ title: z.string(), url: z.string() })),
  question: z
    .object({
      kind: z.string(),
      buttons: z.array(z.object({ label: z.string(), text: z.string() })),
    })
    .optional(),
  usage: z.object({ model_calls: z.number(), input_tokens: z.number() }),
});

const Conversation = z.object({
  id: z.string(),
  messages: z.array(
    z.object({ message_id: z.string(), role: z.string(), text: z.string() }),
  ),
  previous: z.number().nullable(),
});

export interface SentMessage {
  readonly conversation: string;
  readonly text: string;
  readonly id?: string;
  readonly user?: string;
  readonly callback_url?: string;
}

/** A client of `/v1`, like a caller's program. */
export function createApiClient(url: string) {
  const call = (
    path: string,
    {
      headers,
      ...init
    }: {
      method?: string;
      body?: string;
      headers?: Record<string, string>;
    } = {},
  ) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${DEVELOPMENT_KEY}`,
        "content-type": "application/json",
        ...headers,
      },
    });
  const post = (message: SentMessage, headers: Record<string, string> = {}) =>
    call("/v1/messages", {
      method: "POST",
      body: JSON.stringify(message),
      headers,
    });

  return {
    call,
    post,
    /** Sends a message and waits for its answer. */
    async ask(message: SentMessage) {
      const response = await post(message, { prefer: "wait=60" });
      const text = await response.text();
      if (response.status !== 200)
        throw new Error(`HTTP ${response.status}: ${text}`);
      return ReplyBody.parse(JSON.parse(text));
    },
    async find(id: string) {
      return ReplyBody.parse(
        await (await call(`/v1/messages/${encodeURIComponent(id)}`)).json(),
      );
    },
    /** Fetches all pages of a conversation. */
    async conversation(id: string) {
      const path = `/v1/conversations/${encodeURIComponent(id)}`;
      const messages: z.infer<typeof Conversation>["messages"] = [];
      let query = "";
      for (;;) {
        const response = await call(path + query);
        const page = Conversation.parse(await response.json());
        messages.unshift(...page.messages);
        if (page.previous === null) return { id: page.id, messages };
        query = `?before=${page.previous}`;
      }
    },
    /** Returns a streamed answer's events once all have arrived. */
    async events(
      message: SentMessage,
    ): Promise<{ event: string; data: unknown }[]> {
      const response = await post(message, { accept: "text/event-stream" });
      return parseEvents(await response.text());
    },
  };
}

/** Parses a stream of server-sent events. */
export function parseEvents(text: string): { event: string; data: unknown }[] {
  return text
    .split("\n\n")
    .filter((block) => block.includes("event:"))
    .map((block) => ({
      event: /^event: ?(.*)$/m.exec(block)?.[1] ?? "",
      data: JSON.parse(/^data: ?(.*)$/m.exec(block)?.[1] ?? "null") as unknown,
    }));
}
