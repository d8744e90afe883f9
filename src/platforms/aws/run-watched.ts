import { createEitherSignal } from "../../abort.ts";
import type { DeliveryResult } from "../../conversation/deliver-reply.ts";
import type { Memory } from "../../conversation/memory.ts";
import { runTurn } from "../../conversation/run-turn.ts";
import { describeFailure } from "../../describe-failure.ts";
import type { Turn } from "../../turn.ts";
import { confirmOutward } from "./confirm-outward.ts";
import { createProgress } from "./progress.ts";
import type { Workshop } from "./run-conversation.ts";

/** People who stop a turn wait about that long for its end. */
const LOOK_MS = 1_000;

/**
 * Runs a turn. Another process may stop or forget it meanwhile, or have somebody watch: this one looks once a second.
 * Throws what `runTurn` throws.
 */
export async function runWatched(
  turn: Turn,
  {
    conversation,
    memory,
    workshop: { bot, channels, conversations },
    signal,
  }: {
    conversation: string;
    memory: Memory;
    workshop: Pick<Workshop, "bot" | "channels" | "conversations">;
    signal: AbortSignal;
  },
): Promise<DeliveryResult> {
  const stop = new AbortController();
  const forget = new AbortController();
  using either = createEitherSignal([signal, forget.signal]);
  const live = conversations.liveStateOf(conversation);
  const lookAtTurn = conversations.lookoutFor(conversation, turn.id);
  const finished = turn.steps.findIndex(
    ({ observation }) => observation === undefined,
  );
  await using progress = createProgress({
    turn: turn.id,
    steps: finished < 0 ? turn.steps.length : finished,
    live,
  });
  await using stack = new AsyncDisposableStack();
  const look = async (): Promise<void> => {
    const [sight, isWatched] = await Promise.all([
      lookAtTurn(),
      live.isWatched(),
    ]);
    if (sight.isStopped) stop.abort();
    if (sight.isForgotten)
      forget.abort(new Error("The conversation was forgotten."));
    else await progress.flush({ isWatched });
  };
  stack.use(repeat(look));
  const confirm = async (): Promise<void> => {
    try {
      await memory.confirmLease();
    } catch (error) {
      // Not the model's failure, nor the tool's or the messenger's: the turn ends here.
      either.abort(error);
      throw error;
    }
  };
  const channel = channels[turn.message.channel];
  try {
    const result = await runTurn({
      turn,
      ...confirmOutward({ bot, channel, confirm }),
      memory,
      publish: (event) => progress.note(event),
      stop: stop.signal,
      signal: either.signal,
    });
    // Whatever a forgotten turn came to, nothing more is done for it.
    return forget.signal.aborted ? { kind: "closed" } : result;
  } catch (error) {
    if (forget.signal.aborted) return { kind: "closed" };
    throw error;
  }
}

/** Does it now, and once a second until it is disposed of, never twice at once. What fails is done again a second later. */
function repeat(work: () => Promise<void>): AsyncDisposable {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const go = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      const event = "turn not looked at";
      console.warn(JSON.stringify({ event, ...describeFailure(error) }));
    }
    if (!isOver)
      timer = setTimeout(() => {
        running = go();
      }, LOOK_MS);
  };
  let running = go();
  return {
    async [Symbol.asyncDispose]() {
      isOver = true;
      clearTimeout(timer);
      await running;
    },
  };
}
