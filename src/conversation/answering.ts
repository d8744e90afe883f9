import { type Agent, runAgent } from "../agent/executor.ts";
import { estimateTokens } from "../estimate-tokens.ts";
import type {
  HistoryMessage,
  Memory,
  NewHistoryMessage,
  Outcome,
  Recollection,
} from "../ports.ts";
import type { PromptMessage } from "../prompt.ts";
import type { Turn, TurnEvent, Usage } from "../turn.ts";
import { sumUsage } from "./sum-usage.ts";
import type { Texts } from "./texts.ts";

/** What the agent made of a turn, before the channel has split it. `gave-up`: a limit was reached without an answer. */
export type Answer =
  | ({ readonly kind: "answered" } & Pick<
      Outcome,
      "reply" | "usage" | "history" | "announcesCut"
    >)
  | { readonly kind: "gave-up"; readonly usage: Usage };

/** Recalls, runs the agent, and stores each step as soon as it is done. Throws what `runAgent` throws. */
export async function answer({
  turn,
  memory,
  agent,
  texts,
  publish,
  signal,
}: {
  turn: Turn;
  memory: Memory;
  agent: Agent;
  texts: Texts;
  publish: (event: TurnEvent) => void;
  signal: AbortSignal;
}): Promise<Answer> {
  const recollection = await memory.recall();
  const usages = new Map(
    turn.steps.map(({ usage }, index) => [index, usage] as const),
  );
  const events = runAgent({
    agent,
    summary: recollection.summary,
    history: recollection.messages.map(toPrompt),
    input: turn.message.text,
    steps: turn.steps,
    signal,
  });

  for await (const event of events) {
    switch (event.type) {
      case "action": {
        const { index, action, usage } = event;
        usages.set(index, usage);
        await memory.saveStep(turn.id, index, { action, usage });
        break;
      }
      case "step": {
        const { index, step, usage } = event;
        usages.set(index, usage);
        await memory.saveStep(turn.id, index, { ...step, usage });
        publish({ type: "step", index, step });
        break;
      }
      case "delta":
        publish(event);
        break;
      case "gave-up":
        return {
          kind: "gave-up",
          usage: sumUsage([...usages.values(), event.usage]),
        };
      case "finish": {
        const { output } = event;
        const ending = endWith({ output, turn, recollection, texts });
        const note = ending.reply.slice(output.length);
        if (note !== "")
          publish({ type: "delta", offset: output.length, text: note });
        const usage = sumUsage([...usages.values(), event.usage]);
        return { kind: "answered", ...ending, usage };
      }
    }
  }
  throw new Error("The agent ended without a last event.");
}

/** The reply may tell the user that messages were cut; the history holds what the model said, and no more. */
function endWith({
  output,
  turn,
  recollection: { summary, isCutUnannounced },
  texts,
}: {
  output: string;
  turn: Turn;
  recollection: Recollection;
  texts: Texts;
}): Pick<Outcome, "reply" | "history" | "announcesCut"> {
  const history = [
    toHistory("user", turn.message.text),
    toHistory("assistant", output),
  ];
  if (!isCutUnannounced) return { reply: output, history };
  const note = texts.historyCut({
    isSummarised: summary !== undefined,
    knowsCommands: turn.message.channel === "telegram",
  });
  return { reply: `${output}\n\n${note}`, history, announcesCut: true };
}

function toHistory(
  role: NewHistoryMessage["role"],
  text: string,
): NewHistoryMessage {
  return { role, text, tokens: estimateTokens(text) };
}

function toPrompt({ role, text }: HistoryMessage): PromptMessage {
  return { role, content: text };
}
