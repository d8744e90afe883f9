import type {
  Editing,
  Receipt,
  SendingSide,
  SendOptions,
} from "../../types/channel.ts";
import type { ReplyAddress } from "../../types/message.ts";
import type { ReplyButton, ReplyPart } from "../../types/reply.ts";
import { applyChange } from "../kit/call-platform.ts";
import { hasCode } from "../kit/platform-codes.ts";
import { NO_STREAM, type Connector } from "./connector.ts";
import { createOpenStreams, streamOf } from "./open-streams.ts";
import { parseAddress, type TeamsAddress } from "./teams-address.ts";

/**
 * The limit is 60 calls in 30 seconds per chat, and one per second and stream.
 * Microsoft recommends 1.5 to 2 seconds.
 */
const INTERVAL_MS = 1_500;
/** The limit of a hero card. */
const MAX_BUTTONS = 6;

export function createTeamsSending({
  connect,
  streaming,
  now,
  streamIntervalMs,
}: {
  connect: Connector;
  streaming: "on" | "off";
  now: () => number;
  /** The delay between the last update of a stream and its end. */
  streamIntervalMs?: number | undefined;
}): SendingSide & Editing {
  const streams = createOpenStreams({
    connect,
    now,
    intervalMs: streamIntervalMs,
  });

  const post = async (
    part: ReplyPart,
    address: TeamsAddress,
    options: SendOptions,
  ): Promise<Receipt> => {
    const body = { ...toMessage(part), replyToId: address.message };
    const { id } = await connect({ method: "POST", body }, address, options);
    return { id: id ?? `sent-${crypto.randomUUID()}` };
  };

  const send = async (
    part: ReplyPart,
    to: ReplyAddress,
    options: SendOptions,
  ): Promise<Receipt> => {
    const address = parseAddress(to);
    const { preview } = options;
    const receipt =
      preview !== undefined && address.kind === "personal"
        ? await streams.start(
            { text: part.text, isStatus: preview === "status" },
            address,
            options,
          )
        : undefined;
    return receipt ?? post(part, address, options);
  };

  const remove: Editing["remove"] = async (receipt, to, options) => {
    const address = parseAddress(to);
    const activity = streamOf(receipt) ?? receipt.id;
    streams.forget(address.to, activity);
    const call = { method: "DELETE", activity } as const;
    await applyChange(connect(call, address, options), isMessageGone);
  };

  return {
    presentationAt: () => ({
      intervalMs: INTERVAL_MS,
      preview: streaming === "off" ? "none" : "messages",
    }),

    send,

    async edit(receipt, part, to, options) {
      const address = parseAddress(to);
      const { preview } = options;
      const stream = streamOf(receipt);
      if (stream !== undefined) {
        const update = { text: part.text, isStatus: preview === "status" };
        const isShown =
          (preview !== undefined &&
            (await streams.update(stream, update, address, options))) ||
          (await streams.end(stream, toMessage(part), address, options));
        if (isShown) return receipt;
      }
      const activity = stream ?? receipt.id;
      const body = { ...toMessage(part), id: activity };
      const call = { method: "PUT", activity, body } as const;
      if (await applyChange(connect(call, address, options), isMessageGone))
        return receipt;
      // The partial answer must not stay next to the whole one.
      if (stream !== undefined) await remove(receipt, to, options);
      return post(part, address, options);
    },

    remove,

    async showTyping(to, options) {
      const body = { type: "typing" };
      await connect({ method: "POST", body }, parseAddress(to), options);
    },
  };
}

/**
 * Whether the message was deleted or can no longer be changed. If the whole
 * chat is gone, the next call fails too.
 */
const isMessageGone = hasCode([NO_STREAM, 400, 403, 404]);

/**
 * Buttons go into cards below the text. A press sends the command as a message
 * of the person.
 */
function toMessage({ text, buttons = [] }: ReplyPart): object {
  const all = buttons.flat();
  const cards = Math.ceil(all.length / MAX_BUTTONS);
  return {
    type: "message",
    text,
    textFormat: "markdown",
    ...(cards > 0 && {
      attachments: Array.from({ length: cards }, (_, card) =>
        toCard(all.slice(card * MAX_BUTTONS, (card + 1) * MAX_BUTTONS)),
      ),
    }),
  };
}

function toCard(buttons: readonly ReplyButton[]): object {
  return {
    contentType: "application/vnd.microsoft.card.hero",
    content: {
      buttons: buttons.map(({ label, command }) => ({
        type: "messageBack",
        title: label,
        displayText: label,
        text: `/${command}`,
        value: { command },
      })),
    },
  };
}
