import { OBSERVATION, QUESTION } from "../stub/replies.ts";
import type { ContestantModule } from "./contestant.ts";
import { type Ask, type Message, RUNGS } from "./ladder.ts";

const SYSTEM = `You are a helpful assistant. Write one JSON object: {"action": "<tool>", "action_input": "<input>"}
or {"action": "Final Answer", "action_input": "<answer>"}. Tools: calculator.`;

/** The least that such an agent can be: the whole history, one JSON object a reply, nothing that can go wrong. It asks as the variant names. */
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
