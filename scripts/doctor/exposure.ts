import type { BudgetLimits } from "../../src/types/budget.ts";

/**
 * Upper bounds of what strangers can cause in a period; `Infinity` if
 * unlimited.
 */
export interface Exposure {
  readonly sessions: number;
  readonly messages: number;
  /**
   * Prompt and completion tokens. The last call before a limit may exceed it.
   */
  readonly tokens: number;
  /** Searches etc., for which a provider may charge. */
  readonly toolCalls: number;
  /**
   * Sum over all open streams. Platforms charge for as long as a stream is
   * open: Lambda's duration, or that of a Durable Object.
   */
  readonly streamHours: number;
}

interface ExposureOfPage {
  /** A stranger with all the sessions that one IP address may open. */
  readonly address: { readonly hour: Exposure; readonly day: Exposure };
  /** All strangers together, from any number of addresses. */
  readonly everybody: { readonly hour: Exposure; readonly day: Exposure };
}

/** Settings that determine the exposure. */
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

/**
 * Instructions, tools and a question are never fewer tokens, with any
 * tokenizer.
 */
const MIN_TOKENS_OF_CALL = 200;

/**
 * `OpenStreams` counts streams by the quarter of an hour in which they start,
 * so those of the previous quarter may still be open.
 */
const COUNTED_QUARTERS = 2;

/**
 * Computes what a public page (`WEB_CHAT=public`) can cost its owner at most.
 */
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
    // No hourly limit: one hour may use the whole day's tokens.
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
