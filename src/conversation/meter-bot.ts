import type { Agent } from "../agent/executor.ts";
import type { Budget, CallUsage } from "../budget.ts";
import { countUsage } from "../count-usage.ts";
import { describeFailure } from "../describe-failure.ts";
import { BudgetError, ModelError } from "../errors.ts";
import type { IncomingMessage } from "../message.ts";
import type { LanguageModel } from "../ports.ts";
import type { ModelEvent, Prompt } from "../prompt.ts";
import { untilAborted } from "../until-aborted.ts";
import { personOf } from "./person-of.ts";
import type { Bot } from "./settling.ts";

/** Set aside for a reply, whose length nobody knows beforehand. Most are shorter. */
const REPLY_TOKENS = 1_000;

/** A bot whose model calls are counted. */
export interface Meter {
  readonly bot: Bot;
  /** Books what the last call has used. Never throws: what was reserved for the call stays booked then. */
  close(): Promise<void>;
}

/**
 * The same bot for one message. Before each call its model asks the budget of the message's author: one request a call,
 * which also books what the call before has used. Throws `BudgetError` where nothing is left, and what the budget throws
 * when it cannot be asked: no call is made that is not counted.
 */
export function meterBot({
  bot,
  message,
}: {
  bot: Bot;
  message: IncomingMessage;
}): Meter {
  const { budget, findAgent } = bot;
  if (budget === undefined || !limitsTokens(budget))
    return { bot, close: async () => {} };

  const meter = createMeter({ budget, person: personOf(message) });
  const meterAgent = (agent: Agent): Agent => ({
    ...agent,
    model: meter.meterModel(agent.model),
  });
  return {
    bot: {
      ...bot,
      agent: meterAgent(bot.agent),
      ...(findAgent !== undefined && {
        findAgent: async (options: { signal: AbortSignal }) =>
          meterAgent(await findAgent(options)),
      }),
    },
    close: meter.close,
  };
}

function limitsTokens({
  limits: { userDailyTokens, globalDailyTokens },
}: Budget): boolean {
  return userDailyTokens > 0 || globalDailyTokens > 0;
}

function createMeter({ budget, person }: { budget: Budget; person: string }) {
  let unsettled: readonly CallUsage[] = [];

  const reserve = async (
    prompt: Prompt,
    signal: AbortSignal,
  ): Promise<string> => {
    const id = crypto.randomUUID();
    const tokens = countTokens({ prompt, written: "" }) + REPLY_TOKENS;
    const settled = unsettled;
    const result = await budget.reserve({ id, person, tokens }, { settled });
    unsettled = [];
    if (result.kind === "spent") throw new BudgetError(result);
    // Nobody waited for the answer: the call is not made.
    if (signal.aborted) unsettled = [{ id, tokens: 0 }];
    return id;
  };

  const meterModel = (model: LanguageModel): LanguageModel => ({
    name: model.name,
    async *generate(prompt, options) {
      const { signal } = options;
      signal.throwIfAborted();
      const id = await untilAborted(reserve(prompt, signal), signal);
      let written = "";
      let finish: Finish | undefined;
      let isFree = false;
      try {
        for await (const event of model.generate(prompt, options)) {
          if (event.type === "finish") finish = event;
          else written += textOf(event);
          yield event;
        }
      } catch (error) {
        isFree = written === "" && error instanceof ModelError && error.isFree;
        throw error;
      } finally {
        const tokens = isFree ? 0 : countTokens({ prompt, written, finish });
        unsettled = [...unsettled, { id, tokens }];
      }
    },
  });

  const close = async (): Promise<void> => {
    try {
      if (unsettled.length > 0) await budget.settle(unsettled);
    } catch (error) {
      const event = "usage not settled";
      console.error(JSON.stringify({ event, ...describeFailure(error) }));
    }
  };

  return { meterModel, close };
}

type Finish = Extract<ModelEvent, { type: "finish" }>;

function countTokens(call: {
  prompt: Prompt;
  written: string;
  finish?: Finish | undefined;
}): number {
  const { inputTokens, outputTokens } = countUsage(call);
  return Math.ceil(inputTokens + outputTokens);
}

function textOf(event: Exclude<ModelEvent, Finish>): string {
  return event.type === "text"
    ? event.text
    : `${event.name ?? ""}${event.arguments}`;
}
