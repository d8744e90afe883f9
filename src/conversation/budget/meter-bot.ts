import type { IncomingMessage } from "../../types/message.ts";
import { personOf } from "../accept/access.ts";
import { withAgents, type Bot } from "../bot.ts";
import { createMeter, type Meter } from "./meter.ts";

/** A bot whose paid calls are counted. */
interface MeteredBot extends Pick<Meter, "close"> {
  readonly bot: Bot;
}

/** Meters a bot for one message, in its author's budget: see `createMeter`. */
export function meterBot({
  bot,
  message,
}: {
  bot: Bot;
  message: IncomingMessage;
}): MeteredBot {
  const { budget, maxReplyTokens, media } = bot;
  const { meterModel, meterTranscriber, close } = createMeter({
    budget,
    findSpender: async () => ({
      person: await personOf(message),
      channel: message.channel,
    }),
    maxReplyTokens,
  });
  const { transcriber } = media;
  return {
    bot: {
      ...withAgents(bot, (agent) => ({
        ...agent,
        model: meterModel(agent.model),
      })),
      media: {
        ...media,
        transcriber: transcriber && meterTranscriber(transcriber),
      },
    },
    close,
  };
}
