import type { Channel } from "../../channel.ts";
import { FETCHED_REPLIES } from "../fetched-replies.ts";
import { readJson } from "../read-json.ts";
import { type ApiKey, authenticate } from "./authenticate.ts";
import { MessageBody } from "./schemas/message-body.ts";

/** Messages by HTTP with an API key. Replies are fetched by the caller, not sent. */
export function createWebhookChannel({
  keysFor,
  createId = () => `msg_${crypto.randomUUID()}`,
}: {
  /** The keys that count for this request. */
  keysFor: (request: Request) => readonly ApiKey[];
  createId?: () => string;
}): Channel {
  return {
    name: "webhook",
    ...FETCHED_REPLIES,

    async receive(request) {
      const caller = await authenticate(request, keysFor(request));
      if (caller.kind === "refused") return caller;
      const body = await readJson(request, MessageBody);
      if (body.kind === "refused") return body;

      const {
        conversation,
        text,
        id = createId(),
        user,
        metadata,
      } = body.value;
      const message = {
        id,
        conversation: conversationId(caller.name, conversation),
        channel: "webhook",
        author: { id: user ?? caller.name },
        text,
        attachments: [],
        replyTo: { key: caller.name, conversation },
        ...(metadata !== undefined && { metadata }),
      } as const;
      return { kind: "messages", messages: [message] };
    },
  };
}

/** A key's names for its conversations are its own: the same name under another key is another conversation. */
export function conversationId(key: string, conversation: string): string {
  return `webhook:${key}:${conversation}`;
}
