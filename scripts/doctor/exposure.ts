import type { BudgetLimits } from "../../src/budget.ts";

/** What strangers may do in a time, at most; `Infinity` where nothing limits it. */
export interface Exposure {
  readonly sessions: number;
  readonly messages: number;
  /** Of prompts and replies. The last call before a limit may go over it. */
  readonly tokens: number;
  /** Searches and the like, which a provider may charge for. */
  readonly toolCalls: number;
  /** Of all open streams together. Platforms charge for what a stream holds: a function on AWS, an object on Workers. */
  readonly streamHours: number;
}

interface ExposureOfPage {
  /** A visitor whom nobody knows, with all sessions that one internet address gives. */
  readonly address: { readonly hour: Exposure; readonly day: Exposure };
  /** All of them together, from however many addresses. */
  readonly everybody: { readonly hour: Exposure; readonly day: Exposure };
}

/** The settings that it depends on. */
interface ExposedSettings {
  readonly web: {
    readonly rates: {
      readonly sessionsPerHour: number;
      readonly messagesPerMinute: number;
      readonly streamsPerAddress: number;
    };
  };
  readonly budget: BudgetLimits;
  readonly agent: { readonly maxSteps: number; readonly maxTokens: number };
}

/** Less does not come together of instructions, tools and a question, by any tokenizer. */
const MIN_TOKENS_OF_CALL = 200;

/** Streams count in the quarter of an hour in which they begin: those of the one before may still be open (`OpenStreams`). */
const COUNTED_QUARTERS = 2;

/** What an open page (`WEB_CHAT=public`) can cost its owner at most, by its settings. */
export function exposureOf({
  web: { rates },
  budget,
  agent,
}: ExposedSettings): ExposureOfPage {
  const daily = Math.min(
    limitOf(budget.channelDailyTokens.web),
    limitOf(budget.globalDailyTokens),
  );
  const during = (hours: number, addresses: number): Exposure => {
    const sessions = addresses * hours * limitOf(rates.sessionsPerHour);
    const messages = addresses * hours * 60 * limitOf(rates.messagesPerMinute);
    // Nothing spreads a day's tokens over its hours.
    const tokens = Math.min(daily, messages * agent.maxTokens);
    const toolCalls = Math.min(
      messages * agent.maxSteps,
      Math.floor(tokens / MIN_TOKENS_OF_CALL),
    );
    const streams = COUNTED_QUARTERS * limitOf(rates.streamsPerAddress);
    const streamHours = addresses * hours * streams;
    return { sessions, messages, tokens, toolCalls, streamHours };
  };
  return {
    address: { hour: during(1, 1), day: during(24, 1) },
    everybody: { hour: during(1, Infinity), day: during(24, Infinity) },
  };
}

function limitOf(setting: number): number {
  return setting === 0 ? Infinity : setting;
}
