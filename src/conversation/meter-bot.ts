import { logError } from "../log.ts";
import { untilAborted } from "../abort.ts";
import type { Budget, Reservation, SettledCall, Spender } from "../budget.ts";
import { BudgetError, ModelError } from "../errors.ts";
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
import { type Bot, withAgents } from "./bot.ts";

/** What a short answer needs. With less the model is not asked at all. */
const MIN_REPLY_TOKENS = 300;

/** A bot whose model calls are counted. */
export interface Meter {
  readonly bot: Bot;
  /** Books what the last call has used. Never throws: what was reserved for the call stays booked then. */
  close(): Promise<void>;
}

/**
 * The same bot for one message. Before each call its model asks the budget of the message's author for all that the call may cost:
 * one request a call, which also books what the call before has used. The reply is bounded by what was reserved. Throws
 * `BudgetError` where too little is left, and what the budget throws when it cannot be asked: no call is made that is not counted.
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

  const reserve = async (
    prompt: Prompt,
    signal: AbortSignal,
  ): Promise<Reservation> => {
    // Once only: whether they were booked is not known where this throws.
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
    // Nobody waited for the answer: the call is not made.
    if (signal.aborted) unsettled = [{ reservation, tokens: 0 }];
    return reservation;
  };

  const meterModel = (model: LanguageModel): LanguageModel => ({
    name: model.name,
    async *generate(prompt, options) {
      const { signal } = options;
      signal.throwIfAborted();
      const reservation = await untilAborted(reserve(prompt, signal), signal);
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
            // The server does not know the limit: whatever comes now was not reserved.
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
    try {
      if (unsettled.length > 0) await budget.settle(unsettled);
    } catch (error) {
      logError("usage not settled", { error });
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
