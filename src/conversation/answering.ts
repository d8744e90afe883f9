import { type Agent, runAgent } from "../agent/executor.ts";
import { estimateTokens } from "../estimate-tokens.ts";
import type {
  HistoryMessage,
  Memory,
  Outcome,
  PromptMessage,
} from "../ports.ts";
import type { Turn, TurnEvent, Usage } from "../turn.ts";
import { sumUsage } from "./sum-usage.ts";
import { nextWindowStart } from "./window.ts";

/** What the agent made of a turn, before the channel has split it. `gave-up`: a limit was reached without an answer. */
export type Answer =
  | ({ readonly kind: "answered" } & Pick<
      Outcome,
      "reply" | "usage" | "history" | "windowStart"
    >)
  | { readonly kind: "gave-up"; readonly usage: Usage };

/** Recalls, runs the agent, and stores each step as soon as it is done. Throws what `runAgent` throws. */
export async function answer({
  turn,
  memory,
  agent,
  maxHistoryTokens,
  publish,
  signal,
}: {
  turn: Turn;
  memory: Memory;
  agent: Agent;
  maxHistoryTokens: number;
  publish: (event: TurnEvent) => void;
  signal: AbortSignal;
}): Promise<Answer> {
  const window = await memory.recall();
  const input = turn.message.text;
  const usages = turn.steps.map((step) => step.usage);
  const events = runAgent({
    agent,
    history: window.map(toPrompt),
    input,
    steps: turn.steps,
    signal,
  });

  for await (const event of events) {
    switch (event.type) {
      case "action":
        usages[event.index] = event.usage;
        await memory.saveStep(turn.id, event.index, {
          action: event.action,
          usage: event.usage,
        });
        break;
      case "step":
        usages[event.index] = event.usage;
        await memory.saveStep(turn.id, event.index, {
          ...event.step,
          usage: event.usage,
        });
        publish({ type: "step", index: event.index, step: event.step });
        break;
      case "delta":
        publish(event);
        break;
      case "gave-up":
        return { kind: "gave-up", usage: sumUsage([...usages, event.usage]) };
      case "finish": {
        const added = [
          { role: "user", text: input, tokens: estimateTokens(input) },
          {
            role: "assistant",
            text: event.output,
            tokens: estimateTokens(event.output),
          },
        ] as const;
        const windowStart = nextWindowStart({
          window,
          added,
          maxTokens: maxHistoryTokens,
        });
        return {
          kind: "answered",
          reply: event.output,
          usage: sumUsage([...usages, event.usage]),
          history: added,
          ...(windowStart !== undefined && { windowStart }),
        };
      }
    }
  }
  throw new Error("The agent ended without a last event.");
}

function toPrompt({ role, text }: HistoryMessage): PromptMessage {
  return { role, content: text };
}
