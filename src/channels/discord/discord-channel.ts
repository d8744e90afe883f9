import { readJson } from "../../http/json-body.ts";
import { logError } from "../../runtime/log.ts";
import type {
  Answer,
  Editing,
  ReceivingChannel,
  Reception,
} from "../../types/channel.ts";
import type { IncomingMessage } from "../../types/message.ts";
import type { PlatformAccess } from "../kit/call-platform.ts";
import { createContentFetcher } from "../kit/content-fetcher.ts";
import { accept, jsonAnswer } from "../kit/reception.ts";
import { MAX_MESSAGE_LENGTH, splitForDiscord } from "./discord-markup.ts";
import { createDiscordSending } from "./discord-sending.ts";
import { Interaction, toMessage } from "./parse-interaction.ts";
import { readVerified } from "./verify-interaction.ts";

/**
 * Slash commands, message commands and buttons in private chats, channels and
 * threads, through interactions over HTTP.
 */
export function createDiscordChannel({
  publicKey,
  cdnRoot,
  streaming = "on",
  now = Date.now,
  retryMs,
  ...access
}: PlatformAccess & {
  /** Verifies each request: 64 hexadecimal digits. */
  publicKey: string;
  cdnRoot: string;
  streaming?: "on" | "off";
  now?: () => number;
  retryMs?: number;
}): ReceivingChannel & Editing {
  return {
    name: "discord",
    capabilities: {
      maxPartLength: MAX_MESSAGE_LENGTH,
      commands: true,
      answersEach: true,
      buttons: true,
    },

    async receive(request) {
      const body = await readVerified(request, { publicKey, now });
      if (body.kind === "refused") return body;
      const read = await readJson(request, Interaction, { bytes: body.value });
      if (read.kind === "refused") {
        logError("Discord interaction not read", {
          reason: read.problem.slug,
        });
        return read;
      }
      return answer(read.value);
    },

    split: splitForDiscord,

    ...createDiscordSending({ ...access, streaming, now, retryMs }),

    fetchAttachment: createAttachmentFetcher({ ...access, cdnRoot }),
  };
}

/** https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object-interaction-callback-type */
const PONG = jsonAnswer({ type: 1 });
const THINKING = jsonAnswer({ type: 5 });
/** Leaves the message with the button unchanged until it is edited. */
const PRESSED = jsonAnswer({ type: 6 });

function answer(interaction: Interaction): Reception {
  if (interaction.type === 1) return accept(undefined, PONG);
  const message = toMessage(interaction);
  if (message === undefined)
    return accept(
      undefined,
      writeEphemeral("There is no text to answer. · 没有可以回答的文字。"),
    );
  return accept(
    message,
    interaction.type === 3 ? PRESSED : acknowledge(message),
  );
}

/**
 * `/stop` and `/retry` have no reply of their own, so "thinking…" would never
 * end: they are answered at once.
 */
function acknowledge({ command, author: { language = "" } }: IncomingMessage) {
  const isSilent = command?.name === "stop" || command?.name === "retry";
  if (!isSilent) return THINKING;
  return writeEphemeral(language.startsWith("zh") ? "好的。" : "All right.");
}

/** A message that only the person sees. */
function writeEphemeral(content: string): Answer {
  return jsonAnswer({ type: 4, data: { content, flags: 64 } });
}

/**
 * Fetches files from Discord's CDN. Their URLs are signed, and valid for a day.
 */
function createAttachmentFetcher({
  cdnRoot,
  fetch,
}: {
  /** e.g. `https://cdn.discordapp.com` */
  cdnRoot: string;
  fetch?: typeof globalThis.fetch | undefined;
}) {
  return createContentFetcher({
    platform: "Discord",
    // Rejects paths that would change the host, e.g. with `//` or `@`.
    find: async (file) =>
      /^\/(?:ephemeral-)?attachments\//.test(file)
        ? { url: cdnRoot + file }
        : undefined,
    gone: [403, 404, 410],
    fetch,
  });
}
