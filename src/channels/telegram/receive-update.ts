import { logError } from "../../log.ts";
import type { MessageIndex } from "../../archive.ts";
import type { Reception, Problem } from "../../channel.ts";
import type { IncomingMessage } from "../../message.ts";
import { MAX_BODY_BYTES } from "../json-body.ts";
import { readBeginning } from "../request-body.ts";
import { createProfileReader, readBotId } from "./find-addressee.ts";
import { conversationOf } from "./find-author.ts";
import { parseUpdate, Update, type UpdateReading } from "./parse-update.ts";
import { explainFailure, type TelegramAccess } from "./telegram-api.ts";
import { findUnreadMessage, withoutContent } from "./unread-message.ts";
import type * as z from "zod";

/** How long Telegram is asked to send an update again that may mean the bot. Nobody waits for an answer much longer. */
const MAX_WAIT_MS = 600_000;

/** Makes of an update what there is to deliver. Throws what the index throws: then Telegram sends the update again. */
type UpdateReceiver = (body: UpdateBody) => Promise<Reception>;

/**
 * Asks Telegram for the bot's profile where a group's message may or may not mean the bot. While Telegram does not say,
 * such updates are refused for some minutes: it keeps them, and sends them again. Every other update is taken, also one that
 * cannot be read: refused, it would come again for a day and hold back all other messages of its chat.
 */
export function createUpdateReceiver({
  index,
  now = Date.now,
  ...access
}: TelegramAccess & {
  index: MessageIndex;
  now?: () => number;
}): UpdateReceiver {
  const id = readBotId(access.token);
  const readProfile = createProfileReader(access);
  const moves = createChatMoves(index);

  async function read({
    update,
  }: UpdateBody): Promise<UpdateReading | "later"> {
    if (update === undefined) return { kind: "unreadable" };
    const reading = parseUpdate(update, { id });
    if (reading.kind !== "needs-profile") return reading;
    try {
      return parseUpdate(update, { id, profile: await readProfile() });
    } catch (error) {
      const reason = explainFailure(error, access.token);
      logError("bot's profile not read", { reason });
      return now() - reading.sentAt < MAX_WAIT_MS ? "later" : reading;
    }
  }

  const deliver = async (
    message: IncomingMessage | undefined,
  ): Promise<Reception> => ({
    kind: "messages",
    messages: message === undefined ? [] : [await moves.bringHome(message)],
  });

  return async (body) => {
    const reading = await read(body);
    if (reading === "later") return LATER;
    const { isTooLarge, size, text } = body;
    const note = (reason: string) =>
      logError("update not read", {
        update: body.update?.update_id,
        size,
        reason,
      });
    switch (reading.kind) {
      case "message":
        if (isTooLarge) note("too large");
        return deliver(
          isTooLarge ? withoutContent(reading.message) : reading.message,
        );
      case "moved":
        await moves.note(reading);
        return deliver(undefined);
      case "unreadable":
        note(isTooLarge ? "too large" : "not as the Bot API describes it");
        return deliver(
          findUnreadMessage(text, isTooLarge ? "too-large" : "unknown-form"),
        );
      case "needs-profile":
        note("it is not known whether it is for the bot");
        return deliver(undefined);
      case "ignored":
        return deliver(undefined);
    }
  };
}

const LATER: Reception = {
  kind: "refused",
  problem: {
    status: 503,
    slug: "telegram-unreachable",
    title: "It is not known yet whether this message is for the bot",
    detail:
      "Telegram did not say what the bot is called. Send the update again later.",
    retryAfterSeconds: 10,
  },
};

/** Of a larger update only the beginning is read, where Telegram says whose it is. */
const MAX_READ_BYTES = 2_000_000;

const MAX_DROPPED_BYTES = 8_000_000;

/** What Telegram has sent: whatever it is, it is answered 2xx, since Telegram would send the same again for a day. */
interface UpdateBody {
  /** Left out where it is none, or too long to be read whole. */
  readonly update?: z.infer<typeof Update>;
  /** What there is of its text, to find out whose it is. */
  readonly text: string;
  /** Too large to be taken as a message. */
  readonly isTooLarge: boolean;
  /** Bytes. */
  readonly size: number;
}

type UpdateBodyReading =
  | { readonly kind: "read"; readonly body: UpdateBody }
  /** It did not arrive: the same again will. */
  | { readonly kind: "refused"; readonly problem: Problem };

/** Reads the body of a request whose sender is verified to be Telegram. Its headers are not looked at. */
export async function readUpdate(request: Request): Promise<UpdateBodyReading> {
  const beginning = await readBeginning(request, {
    maxBytes: MAX_READ_BYTES,
    droppedBytes: MAX_DROPPED_BYTES,
  });
  if (beginning.kind === "refused") return beginning;
  const { bytes, length: size } = beginning;
  const text = new TextDecoder().decode(bytes);
  const isTooLarge = size > MAX_BODY_BYTES;
  const update = size > bytes.length ? undefined : parseUpdateBody(text);
  return {
    kind: "read",
    body: { text, isTooLarge, size, ...(update !== undefined && { update }) },
  };
}

function parseUpdateBody(text: string): z.infer<typeof Update> | undefined {
  try {
    return Update.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** A colon, which no API key has in its name: other channels keep ids in the same index. */
const OWNER = "telegram:groups";

/** Larger ids belong to people and to groups that have not become supergroups. */
const LARGEST_SUPERGROUP = -1_000_000_000_000;

/** A group that becomes a supergroup gets another id; its conversation stays what it was. */
interface ChatMoves {
  /** Durable when it returns; may be noted any number of times. */
  note(move: { from: number; to: number }): Promise<void>;
  /** The message in the conversation that its chat began. The reply goes to where the message came from. */
  bringHome(message: IncomingMessage): Promise<IncomingMessage>;
}

function createChatMoves(index: MessageIndex): ChatMoves {
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
