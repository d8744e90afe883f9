import type { Agent } from "../agent/executor.ts";
import { ModelError } from "../errors.ts";
import type { Memory, Outcome } from "../ports.ts";
import type { SourceList, Turn, TurnEvent } from "../turn.ts";
import { type AccessRules, isAllowed } from "./access.ts";
import { answer } from "./answering.ts";
import { runCommand } from "./commands.ts";
import { describeError } from "./describe-error.ts";
import { MAX_ATTEMPTS, retryDelayMs } from "./retry-delay.ts";
import { textsFor } from "./texts.ts";

/** Some providers ask for hours, in which nobody else in the conversation would be answered. */
const MAX_MODEL_WAIT_MS = 300_000;

/** What answers: the agent, and the rules around it. */
export interface Bot {
  readonly agent: Agent;
  /**
   * Left out where the agent above has all the tools there are. Otherwise the one with those of remote servers beside
   * its own, as they can be used now. Throws only the signal's reason.
   */
  readonly findAgent?: (options: { signal: AbortSignal }) => Promise<Agent>;
  readonly access: AccessRules;
  /** Says so wherever a conversation starts. */
  readonly isDemo: boolean;
  /** How large the window may be until it is cut. A summary comes on top of it. */
  readonly maxHistoryTokens: number;
  /** What becomes of the messages that are cut: the model folds them into a summary, or they are no longer seen. */
  readonly memoryStrategy: "summary" | "window";
}

/** How a turn ends, or that it has to be tried again later. */
export type Settlement =
  | {
      readonly kind: "ended";
      readonly outcome: Omit<Outcome, "parts">;
      /** Of the agent's answer. */
      readonly sources?: SourceList;
    }
  | { readonly kind: "later"; readonly delayMs: number };

/**
 * Finds the reply to a message: a command's, a notice, or the agent's answer. A failure that may pass is tried again
 * later, `MAX_ATTEMPTS` times in all; then, and for one that will not pass, the user gets an honest notice. Throws the
 * signal's reason, and what `memory` throws while the turn is given up.
 */
export async function settle({
  turn,
  attempt,
  bot,
  memory,
  publish,
  signal,
}: {
  turn: Turn;
  /** Counts from 1. */
  attempt: number;
  bot: Bot;
  memory: Memory;
  publish: (event: TurnEvent) => void;
  signal: AbortSignal;
}): Promise<Settlement> {
  const { message } = turn;
  const texts = textsFor({
    language: message.author.language,
    text: message.text,
  });
  const fail = async (reply: string): Promise<Settlement> => {
    // This attempt may have finished steps.
    const { usage } = (await memory.findTurn(turn.id)) ?? turn;
    return endWith({ status: "failed", reply, usage });
  };

  if (attempt > MAX_ATTEMPTS) return fail(texts.failed);
  try {
    if (!isAllowed(message, bot.access))
      return notice(turn, texts.notAllowed({ id: message.author.id }));
    if (message.command !== undefined) {
      const { isDemo, agent } = bot;
      const tools = agent.tools.map(({ name }) => name);
      const { command } = message;
      return notice(
        turn,
        await runCommand({
          command,
          turn: turn.id,
          memory,
          texts,
          isDemo,
          tools,
        }),
      );
    }
    if (message.text.trim() === "") return notice(turn, texts.onlyText);

    const answered = await answer({
      turn,
      memory,
      agent: (await bot.findAgent?.({ signal })) ?? bot.agent,
      texts,
      publish,
      signal,
    });
    if (answered.kind === "gave-up")
      return endWith({
        status: "failed",
        reply: texts.gaveUp,
        usage: answered.usage,
      });
    const { kind: _, sources, ...ending } = answered;
    return {
      kind: "ended",
      outcome: { status: "answered", ...ending },
      sources: { label: texts.sources, sources },
    };
  } catch (error) {
    signal.throwIfAborted();
    logFailure(error, { turn, attempt });
    if (error instanceof ModelError && !error.isPassing)
      return fail(texts.modelRefused);
    if (attempt < MAX_ATTEMPTS)
      return { kind: "later", delayMs: delayAfter(error, attempt) };
    return fail(
      error instanceof ModelError ? texts.modelUnreachable : texts.failed,
    );
  }
}

function notice(turn: Turn, reply: string): Settlement {
  return endWith({ status: "answered", reply, usage: turn.usage });
}

/** What Parley says itself does not enter the history. */
function endWith(
  ending: Pick<Outcome, "status" | "reply" | "usage">,
): Settlement {
  return { kind: "ended", outcome: { ...ending, history: [] } };
}

function delayAfter(error: unknown, attempts: number): number {
  const wish = error instanceof ModelError ? (error.retryAfterMs ?? 0) : 0;
  return retryDelayMs({
    attempts,
    retryAfterMs: Math.min(wish, MAX_MODEL_WAIT_MS),
  });
}

function logFailure(
  error: unknown,
  { turn, attempt }: { turn: Turn; attempt: number },
): void {
  console.error(
    JSON.stringify({
      event: "turn not answered",
      turn: turn.id,
      attempt,
      ...describeError(error),
    }),
  );
}
