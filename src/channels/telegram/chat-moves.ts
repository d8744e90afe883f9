import type { IncomingMessage } from "../../message.ts";
import type { MessageIndex } from "../../archive.ts";
import { conversationOf } from "./conversation-of.ts";

/** A colon, which no API key has in its name: other channels keep ids in the same index. */
const OWNER = "telegram:groups";

/** Larger ids belong to people and to groups that have not become supergroups. */
const LARGEST_SUPERGROUP = -1_000_000_000_000;

/** A group that becomes a supergroup gets another id; its conversation stays what it was. */
export interface ChatMoves {
  /** Durable when it returns; may be noted any number of times. */
  note(move: { from: number; to: number }): Promise<void>;
  /** The message in the conversation that its chat began. The reply goes to where the message came from. */
  bringHome(message: IncomingMessage): Promise<IncomingMessage>;
}

export function createChatMoves(index: MessageIndex): ChatMoves {
  return {
    note: async ({ from, to }) => {
      const conversation = conversationOf({ chat: from });
      await index.claim({ owner: OWNER, id: String(to), conversation });
    },

    bringHome: async (message) => {
      const { chat, thread } = message.replyTo;
      if (Number(chat) >= LARGEST_SUPERGROUP) return message;
      const id = String(chat);
      const home = await index.find({ owner: OWNER, id });
      if (home === undefined) return message;
      const conversation = thread === undefined ? home : `${home}:${thread}`;
      return { ...message, conversation };
    },
  };
}
