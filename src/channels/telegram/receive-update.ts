import { readBeginning } from "../../http/request-body.ts";
import { logError } from "../../runtime/log.ts";
import { asObject, parseJson } from "../../text/json.ts";
import type { MessageIndex } from "../../types/archive.ts";
import type { Reception } from "../../types/channel.ts";
import type { IncomingMessage } from "../../types/message.ts";
import type { PlatformAccess } from "../kit/call-platform.ts";
import { conversationOf } from "../kit/place.ts";
import { accept } from "../kit/reception.ts";
import { createBotFetcher, identifyBot } from "./find-addressee.ts";
import {
  MALFORMED,
  parseUpdate,
  Update,
  type ParsedUpdate,
} from "./parse-update.ts";
import { explainFailure } from "./telegram-api.ts";

/** More than Telegram's longest messages take. */
const MAX_UPDATE_BYTES = 2_000_000;

/**
 * Turns a request from Telegram into messages to deliver. Throws what the index
 * throws; Telegram then redelivers the update.
 *
 * Whether a group's message is meant for the bot depends on the bot's name. If
 * Telegram does not tell that, such updates are refused, so that Telegram
 * redelivers them. All others are accepted, even malformed ones: Telegram would
 * redeliver them for a day and hold back the rest of the chat.
 */
export function createUpdateReceiver({
  index,
  ...access
}: PlatformAccess & {
  index: MessageIndex;
}): (request: Request) => Promise<Reception> {
  const bot = identifyBot(access.token);
  const fetchBot = createBotFetcher(access);

  const parse = async (update: Update): Promise<ParsedUpdate | "later"> => {
    try {
      return parseUpdate(update, isInGroup(update) ? await fetchBot() : bot);
    } catch (error) {
      logError("bot's name not read", { reason: explainFailure(error) });
      return "later";
    }
  };

  return async (request) => {
    const body = await readBeginning(request, { maxBytes: MAX_UPDATE_BYTES });
    if (body.kind === "refused") return body;
    const source = parseJson(new TextDecoder().decode(body.bytes));
    const update = Update.safeParse(source).data;
    const parsed = update ? await parse(update) : MALFORMED;
    if (parsed === "later") return RETRY_LATER;
    switch (parsed.kind) {
      case "message":
        return accept(await restoreConversation(parsed.message, index));
      case "moved":
        await index.claim({
          owner: OWNER,
          id: String(parsed.to),
          conversation: conversationOf("telegram", parsed.from),
        });
        return accept(undefined);
      case "malformed":
        logError("update not read", {
          update: update?.update_id,
          size: body.length,
          reason: "not as the Bot API describes it",
        });
        return accept(undefined);
      case "ignored":
        return accept(undefined);
    }
  };
}

function isInGroup({ message, edited_message }: Update): boolean {
  const { type } = asObject(asObject(message ?? edited_message)["chat"]);
  return type === "group" || type === "supergroup";
}

const RETRY_LATER: Reception = {
  kind: "refused",
  problem: {
    status: 503,
    slug: "telegram-unreachable",
    title: "The addressee of this message is not known yet",
    detail:
      "Telegram did not return the bot's name. Send the update again later.",
    retryAfterSeconds: 10,
  },
};

/**
 * Owner in the message index. Names of API keys contain no colon, so they
 * cannot collide.
 */
const OWNER = "telegram:groups";

/** Larger ids belong to people and basic groups. */
const LARGEST_SUPERGROUP = -1_000_000_000_000;

/**
 * Moves a supergroup's message to the conversation that the group had before.
 * The reply still goes to the new chat.
 */
async function restoreConversation(
  message: IncomingMessage,
  index: MessageIndex,
): Promise<IncomingMessage> {
  const { chat, thread } = message.replyTo;
  if (Number(chat) >= LARGEST_SUPERGROUP) return message;
  const original = await index.find({ owner: OWNER, id: String(chat) });
  if (original === undefined) return message;
  const conversation =
    thread === undefined ? original : `${original}:${thread}`;
  return { ...message, conversation };
}
