import { createTimeLimit, untilAborted } from "../abort.ts";
import type { Budget, Reservation, SettledCall, Spender } from "../budget.ts";
import { BudgetError, ModelError } from "../errors.ts";
import { logError } from "../log.ts";
import type { IncomingMessage } from "../message.ts";
import type { LanguageModel } from "../ports.ts";
import type { ModelEvent, Prompt } from "../prompt.ts";
import {
  boundPromptTokens,
  countUsage,
  estimatePromptTokens,
  weighTokens,
} from "../tokens.ts";
import { personOf } from "./access.ts";
import { withAgents, type Bot } from "./bot.ts";

/** Enough for a short answer. If less is left, the model is not called. */
const MIN_REPLY_TOKENS = 300;

/** How long a turn waits at its end for a reservation that is being made. */
const MAX_WAIT_MS = 3_000;

/** A bot whose model calls are counted. */
export interface Meter {
  readonly bot: Bot;
  /**
   * Settles the last call. Never throws: if that fails, the call's reservation
   * stays charged.
   */
  close(): Promise<void>;
}

/**
 * Meters a bot for one message. Before each model call, reserves the call's
 * maximum cost in the author's budget; the same request settles the previous
 * call. Caps the reply at the reserved tokens. Model calls throw `BudgetError`
 * if too little is left, and what the budget throws if it is unreachable: no
 * call goes uncounted.
 */
export function meterBot({
  bot,
  message,
}: {
  bot: Bot;
  message: IncomingMessage;
}): Meter {
  const { budget, maxReplyTokens } = bot;
  if (budget === undefined || !limitsTokens(budget))
    return { bot, close: async () => {} };

  let spender: Spender | undefined;
  let unsettled: readonly SettledCall[] = [];
  /** Settles once no reservation is being made. */
  let reserving: Promise<unknown> = Promise.resolve();

  const settle = async (calls: readonly SettledCall[]): Promise<void> => {
    try {
      if (calls.length > 0) await budget.settle(calls);
    } catch (error) {
      logError("usage not settled", { error });
    }
  };

  const reserve = async (
    prompt: Prompt,
    signal: AbortSignal,
  ): Promise<Reservation> => {
    // Taken out first: if this throws, it is unknown whether they were settled.
    const settled = unsettled;
    unsettled = [];
    spender ??= { person: await personOf(message), channel: message.channel };
    const result = await budget.reserve(spender, {
      prompt: {
        expected: estimatePromptTokens(prompt),
        atMost: boundPromptTokens(prompt),
      },
      reply: {
        atLeast: Math.min(MIN_REPLY_TOKENS, maxReplyTokens),
        atMost: maxReplyTokens,
      },
      settled,
    });
    if (result.kind !== "reserved") throw new BudgetError(result);
    const { reservation } = result;
    // The caller has given up, perhaps long ago: the call is not made.
    if (signal.aborted) await settle([{ reservation, tokens: 0 }]);
    return reservation;
  };

  const meterModel = (model: LanguageModel): LanguageModel => ({
    name: model.name,
    async *generate(prompt, options) {
      const { signal } = options;
      signal.throwIfAborted();
      const reserved = reserve(prompt, signal);
      reserving = Promise.allSettled([reserving, reserved]);
      const reservation = await untilAborted(reserved, signal);
      const { replyTokens } = reservation;
      let written = "";
      let writtenTokens = 0;
      let finish: Finish | undefined;
      let isFree = false;
      try {
        for await (const event of model.generate(prompt, {
          ...options,
          maxReplyTokens: replyTokens,
        })) {
          if (event.type === "finish") finish = event;
          else {
            written += textOf(event);
            writtenTokens += weighTokens(textOf(event));
          }
          yield event;
          if (finish === undefined && writtenTokens > replyTokens) {
            // The server ignored the limit; anything further was not reserved.
            yield { type: "finish", reason: "length" };
            return;
          }
        }
      } catch (error) {
        isFree = written === "" && error instanceof ModelError && error.isFree;
        throw error;
      } finally {
        const usage = countUsage({ prompt, written, finish });
        const tokens = Math.ceil(usage.inputTokens + usage.outputTokens);
        unsettled = [
          ...unsettled,
          { reservation, tokens: isFree ? 0 : tokens },
        ];
      }
    },
  });

  const close = async (): Promise<void> => {
    const { signal } = new AbortController();
    using limit = createTimeLimit({ ms: MAX_WAIT_MS, signal });
    await settle(unsettled);
    try {
      await untilAborted(reserving, limit.signal);
    } catch (error) {
      logError("reservation not awaited", { error });
    }
  };

  return {
    bot: withAgents(bot, (agent) => ({
      ...agent,
      model: meterModel(agent.model),
    })),
    close,
  };
}

function limitsTokens({
  limits: { userDailyTokens, channelDailyTokens, globalDailyTokens },
}: Budget): boolean {
  return [
    userDailyTokens,
    globalDailyTokens,
    ...Object.values(channelDailyTokens),
  ].some((limit) => limit > 0);
}

type Finish = Extract<ModelEvent, { type: "finish" }>;

function textOf(event: Exclude<ModelEvent, Finish>): string {
  return event.type === "text"
    ? event.text
    : `${event.name ?? ""}${event.arguments}`;
}
