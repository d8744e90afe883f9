import { OBSERVATION, QUESTION } from "../stub/replies.ts";
import type { ContestantModule } from "./contestant.ts";
import { RUNGS, type Ask, type Message } from "./ladder.ts";

const SYSTEM = `You are a helpful assistant. Write one JSON object: {"action": "<tool>", "action_input": "<input>"}
or {"action": "Final Answer", "action_input": "<answer>"}. Tools: calculator.`;

/**
 * A minimal agent: whole history, one JSON object per reply, no error handling.
 * The variant selects how it asks the model.
 */
export const createContestant: ContestantModule["createContestant"] = ({
  url,
  variant,
}) => ({
  prepare(history) {
    const ask = (RUNGS as Record<string, Ask>)[variant] ?? RUNGS.whole;
    const past = history.flatMap(({ question, answer }): Message[] => [
      { role: "user", content: question },
      { role: "assistant", content: answer },
    ]);
    return async () => {
      const messages: Message[] = [
        { role: "system", content: SYSTEM },
        ...past,
        { role: "user", content: QUESTION },
      ];
      for (;;) {
        const text = await ask(url, messages);
        const { action, action_input: input } = JSON.parse(text) as {
          action: string;
          action_input: string;
        };
        if (action === "Final Answer") return input;
        messages.push(
          { role: "assistant", content: text },
          { role: "user", content: `Observation: ${OBSERVATION}` },
        );
      }
    };
  },
});
