import { createTimeLimit, untilAborted } from "../runtime/abort.ts";
import { logError } from "../runtime/log.ts";
import {
  boundPromptTokens,
  countUsage,
  estimatePromptTokens,
  estimateSpeechTokens,
  weighTokens,
} from "../text/tokens.ts";
import type {
  Budget,
  Reservation,
  SettledCall,
  Spender,
} from "../types/budget.ts";
import { BudgetError, ModelError } from "../types/errors.ts";
import type { LanguageModel, ModelEvent, Transcriber } from "../types/model.ts";

/** Enough for a short answer. If less is left, the model is not called. */
const MIN_REPLY_TOKENS = 300;

/** How long a turn waits at its end for a reservation that is being made. */
const MAX_WAIT_MS = 3_000;

/** Counts paid calls on somebody's behalf. */
export interface Meter {
  readonly meterModel: (model: LanguageModel) => LanguageModel;
  readonly meterTranscriber: (transcriber: Transcriber) => Transcriber;
  /**
   * Settles the last call. Never throws: if that fails, the call's reservation
   * stays charged.
   */
  readonly close: () => Promise<void>;
}

/**
 * Before each call, reserves its maximum cost in the spender's budget; the same
 * request settles the previous call. Caps replies at the reserved tokens. Calls
 * throw `BudgetError` if too little is left, and what the budget throws if it is
 * unreachable: no call goes uncounted.
 */
export function createMeter({
  budget,
  findSpender,
  maxReplyTokens,
}: {
  /** Left out: nothing is counted. */
  budget: Budget | undefined;
  findSpender: () => Promise<Spender>;
  maxReplyTokens: number;
}): Meter {
  if (budget === undefined || !limitsTokens(budget)) return NO_METER;
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

  const makeReservation = async (
    call: Omit<Parameters<Budget["reserve"]>[1], "settled">,
    signal: AbortSignal,
  ): Promise<Reservation> => {
    // Taken out first: if this throws, it is unknown whether they were settled.
    const settled = unsettled;
    unsettled = [];
    spender ??= await findSpender();
    const result = await budget.reserve(spender, { ...call, settled });
    if (result.kind !== "reserved") throw new BudgetError(result);
    const { reservation } = result;
    // The caller has given up, perhaps long ago: the call is not made.
    if (signal.aborted) await settle([{ reservation, tokens: 0 }]);
    return reservation;
  };

  const reserve: typeof makeReservation = (call, signal) => {
    const reserved = makeReservation(call, signal);
    reserving = Promise.allSettled([reserving, reserved]);
    return untilAborted(reserved, signal);
  };

  const settleLater = (reservation: Reservation, tokens: number): void => {
    unsettled = [...unsettled, { reservation, tokens }];
  };

  return {
    meterModel: (model) => ({
      name: model.name,
      async *generate(prompt, options) {
        const { signal } = options;
        signal.throwIfAborted();
        const call = {
          prompt: {
            expected: estimatePromptTokens(prompt),
            atMost: boundPromptTokens(prompt),
          },
          reply: {
            atLeast: Math.min(MIN_REPLY_TOKENS, maxReplyTokens),
            atMost: maxReplyTokens,
          },
        };
        let reservation = await reserve(call, signal);
        let written = "";
        let writtenTokens = 0;
        let finish: Finish | undefined;
        let isFree = false;
        let isSettled = false;
        try {
          for await (const event of model.generate(prompt, {
            ...options,
            maxReplyTokens: reservation.replyTokens,
            async beforeRepeat() {
              settleLater(reservation, call.prompt.expected);
              isSettled = true;
              reservation = await reserve(call, signal);
              isSettled = false;
              return reservation.replyTokens;
            },
          })) {
            if (event.type === "finish") finish = event;
            else {
              written += textOf(event);
              writtenTokens += weighTokens(textOf(event));
            }
            yield event;
            if (
              finish === undefined &&
              writtenTokens > reservation.replyTokens
            ) {
              // The server ignored the limit; anything further was not reserved.
              yield { type: "finish", reason: "length" };
              return;
            }
          }
        } catch (error) {
          isFree = written === "" && wasFree(error);
          throw error;
        } finally {
          const usage = countUsage({ prompt, written, finish });
          const tokens = Math.ceil(usage.inputTokens + usage.outputTokens);
          if (!isSettled) settleLater(reservation, isFree ? 0 : tokens);
        }
      },
    }),

    meterTranscriber: (transcriber) => ({
      async transcribe(recording, { signal }) {
        signal.throwIfAborted();
        const prompt = estimateSpeechTokens(recording.bytes.length);
        const call = { prompt, reply: { atLeast: 0, atMost: 0 } };
        const reservation = await reserve(call, signal);
        let tokens: number | undefined = prompt.expected;
        try {
          const heard = await transcriber.transcribe(recording, { signal });
          ({ tokens = prompt.expected } = heard);
          return heard;
        } catch (error) {
          if (wasFree(error)) tokens = 0;
          throw error;
        } finally {
          settleLater(reservation, tokens);
        }
      },
    }),

    close: async () => {
      using limit = createTimeLimit({ ms: MAX_WAIT_MS });
      const calls = unsettled;
      unsettled = [];
      await settle(calls);
      try {
        await untilAborted(reserving, limit.signal);
      } catch (error) {
        logError("reservation not awaited", { error });
      }
    },
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

/** For a deployment without limits on tokens. */
const NO_METER: Meter = {
  meterModel: (model) => model,
  meterTranscriber: (transcriber) => transcriber,
  close: async () => {},
};

function wasFree(error: unknown): boolean {
  return error instanceof ModelError && error.isFree;
}

type Finish = Extract<ModelEvent, { type: "finish" }>;

function textOf(event: Exclude<ModelEvent, Finish>): string {
  return event.type === "text"
    ? event.text
    : `${event.name ?? ""}${event.arguments}`;
}
