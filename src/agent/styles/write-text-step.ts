import type { PromptMessage } from "../../prompt.ts";
import type { AgentAction, AgentStep } from "../../turn.ts";

/** Stands for a reply without a word: many servers refuse empty messages. */
const EMPTY_REPLY = "…";

/** A step as text: what the model wrote, and what came of it. */
export function writeTextStep(
  { action, observation }: AgentStep,
  {
    writeAction,
    writeObservation,
  }: {
    /** For an action that was a native call and has no text of its own, since the style was another one then. */
    writeAction: (action: AgentAction) => string;
    writeObservation: (action: AgentAction, observation: string) => string;
  },
): PromptMessage[] {
  const written = action.call === undefined ? action.text : writeAction(action);
  return [
    { role: "assistant", content: written || EMPTY_REPLY },
    { role: "observation", content: writeObservation(action, observation) },
  ];
}
