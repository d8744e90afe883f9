import { logError } from "../../runtime/log.ts";
import { parseJson } from "../../text/json.ts";
import type { Access } from "../../types/access.ts";
import type { MessageIndex } from "../../types/archive.ts";
import type {
  Editing,
  ReceivingChannel,
  Reception,
} from "../../types/channel.ts";
import type { IncomingMessage } from "../../types/message.ts";
import type { PlatformAccess } from "../kit/call-platform.ts";
import { accept, jsonAnswer, logMalformed } from "../kit/reception.ts";
import { createAttachmentFetcher } from "./attachments.ts";
import { Envelope, parseEvent } from "./parse-event.ts";
import { parsePress, parseSlashCommand } from "./parse-form.ts";
import { MAX_MESSAGE_LENGTH, splitForSlack } from "./slack-markup.ts";
import { createSlackSending } from "./slack-sending.ts";
import { readVerified } from "./verify-request.ts";

/**
 * Private chats, threads in channels, and slash commands of a workspace,
 * through the Events API.
 */
export function createSlackChannel({
  signingSecret,
  streaming = "on",
  access: whoMayUse,
  index,
  now = Date.now,
  ...access
}: PlatformAccess & {
  signingSecret: string;
  streaming?: "on" | "off";
  /** A mention by a person without access does not make a thread the bot's. */
  access: Access;
  /** Stores which threads are the bot's. */
  index: ThreadIndex;
  now?: () => number;
}): ReceivingChannel & Editing {
  return {
    name: "slack",
    capabilities: {
      maxPartLength: MAX_MESSAGE_LENGTH,
      commands: true,
      streams: true,
      buttons: true,
    },

    async receive(request) {
      const body = await readVerified(request, { signingSecret, now });
      if (body.kind === "refused") return body;
      const { pathname } = new URL(request.url);
      if (pathname.endsWith("/events"))
        return receiveEvent(parseJson(body.value), {
          index,
          whoMayUse,
        });
      const form = new URLSearchParams(body.value);
      const options = { now: now(), apiRoot: access.apiRoot };
      const message = pathname.endsWith("/commands")
        ? parseSlashCommand(form, options)
        : parsePress(form, options);
      if (message === undefined)
        logError("Slack request not read", { path: pathname });
      return accept(message);
    },

    split: splitForSlack,

    ...createSlackSending({ ...access, streaming, now }),

    fetchAttachment: createAttachmentFetcher(access),
  };
}

const SLACK_EVENT = { what: "Slack event", by: "Slack" };

async function receiveEvent(
  source: unknown,
  options: ThreadOptions,
): Promise<Reception> {
  const envelope = Envelope.safeParse(source);
  if (!envelope.success) {
    logMalformed(SLACK_EVENT);
    return accept(undefined);
  }
  const { data } = envelope;
  if (data.type === "url_verification")
    return accept(undefined, jsonAnswer({ challenge: data.challenge }));
  if (data.type === "app_rate_limited") return accept(undefined);
  const parsed = parseEvent(data.event, {
    bot: data.authorizations?.[0]?.user_id ?? "",
    team: data.team_id,
  });
  if (parsed.kind === "malformed") logMalformed(SLACK_EVENT);
  if (parsed.kind !== "message") return accept(undefined);
  const { message, isAddressed } = parsed;
  return accept(
    (await isForBot({ message, isAddressed, ...options }))
      ? message
      : undefined,
  );
}

type ThreadIndex = Pick<MessageIndex, "claim" | "find">;

interface ThreadOptions {
  readonly index: ThreadIndex;
  readonly whoMayUse: Access;
}

/** The colon prevents clashes with names of API keys in the same index. */
const OWNER = "slack:threads";

/**
 * Once the bot was mentioned in a thread, all its messages are for the bot, for
 * as long as the conversation may last.
 */
async function isForBot({
  message: { conversation, isGroup, author, replyTo },
  isAddressed,
  index,
  whoMayUse,
}: ThreadOptions & {
  message: IncomingMessage;
  isAddressed: boolean;
}): Promise<boolean> {
  if (isGroup === undefined) return true;
  const thread = { owner: OWNER, id: conversation };
  if (!isAddressed) return (await index.find(thread)) !== undefined;
  // Others are rejected later, and must not make the thread the bot's.
  const isListed =
    whoMayUse === "everybody" ||
    whoMayUse.people.includes(author.id) ||
    whoMayUse.chats.includes(String(replyTo["chat"]));
  if (isListed) await index.claim({ ...thread, conversation });
  return true;
}
