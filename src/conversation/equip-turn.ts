import type { Agent } from "../agent/executor.ts";
import type { Channel } from "../types/channel.ts";
import { isEcho, type IncomingMessage } from "../types/message.ts";
import type { LanguageModel } from "../types/model.ts";
import { personOf } from "./accept/access.ts";
import type { Bot, TurnWork } from "./bot.ts";
import { createMeter, type Meter } from "./meter.ts";

type Equipment = Pick<TurnWork, "bot" | "channel" | "callbacks">;

/**
 * The bot, the channel and the queue of callbacks as a turn uses them, wrapped
 * in this one place. Each paid call is counted in the budget of the message's
 * author: see `createMeter`, whose `close` ends the turn. `beforeSideEffect`
 * runs before each externally visible effect: calls of models, tools and the
 * transcriber, messages sent, edited or deleted, and callbacks queued. If it
 * throws, so does the call. The typing indicator is exempt: it expires.
 * `beforeSending` runs only before messages are sent or edited. For an echo,
 * which the user has read, the channel shows nothing.
 */
export function equipTurn({
  bot,
  channel: full,
  callbacks,
  message,
  beforeSideEffect,
  beforeSending,
}: Equipment & {
  message: IncomingMessage;
  beforeSideEffect?: (() => Promise<void>) | undefined;
  beforeSending?: () => Promise<void>;
}): Equipment & { close: () => Promise<void> } {
  const channel = isEcho(message) ? withoutShowing(full) : full;
  const { findAgent } = bot;
  const { transcriber } = bot.media;
  const meter = meterOf(message, bot);
  const guard =
    <Given extends readonly unknown[], Result>(
      work: (...given: Given) => Promise<Result>,
    ) =>
    async (...given: Given): Promise<Result> => {
      await beforeSideEffect?.();
      return work(...given);
    };
  // The lease last: what was read meanwhile may show that it is lost.
  const guardSending: typeof guard = (send) => {
    const guarded = guard(send);
    return async (...given) => {
      await beforeSending?.();
      return guarded(...given);
    };
  };
  const guardModel = (model: LanguageModel): LanguageModel => ({
    name: model.name,
    async *generate(...given) {
      await beforeSideEffect?.();
      yield* model.generate(...given);
    },
  });
  const equip = (agent: Agent): Agent => ({
    ...agent,
    model: meter.meterModel(guardModel(agent.model)),
    tools: agent.tools.map((tool) => ({
      ...tool,
      run: guard((...given) => tool.run(...given)),
    })),
  });
  return {
    bot: {
      ...bot,
      agent: equip(bot.agent),
      ...(findAgent && {
        findAgent: async (options) => equip(await findAgent(options)),
      }),
      media: {
        ...bot.media,
        transcriber:
          transcriber &&
          meter.meterTranscriber({
            transcribe: guard((...given) => transcriber.transcribe(...given)),
          }),
      },
    },
    channel: {
      ...channel,
      send: guardSending((...given) => channel.send(...given)),
      ...(channel.edit && { edit: guardSending(channel.edit.bind(channel)) }),
      ...(channel.remove && { remove: guard(channel.remove.bind(channel)) }),
      ...(channel.showDraft && {
        showDraft: guardSending(channel.showDraft.bind(channel)),
      }),
    },
    callbacks: { enqueue: guard(callbacks.enqueue.bind(callbacks)) },
    close: meter.close,
  };
}

function withoutShowing(channel: Channel): Channel {
  return {
    name: channel.name,
    capabilities: { maxPartLength: null },
    split: async () => [],
    send: (...given) => channel.send(...given),
  };
}

/** Counts paid calls in the budget of the message's author. */
export function meterOf(
  message: IncomingMessage,
  { budget, maxReplyTokens }: Pick<Bot, "budget" | "maxReplyTokens">,
): Meter {
  return createMeter({
    budget,
    findSpender: async () => ({
      person: await personOf(message),
      channel: message.channel,
      ...(message.site !== undefined && { site: message.site }),
    }),
    maxReplyTokens,
  });
}
