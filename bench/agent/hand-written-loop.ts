import { OBSERVATION, QUESTION } from "../stub/replies.ts";
import type { ContestantModule } from "./contestant.ts";

interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

const SYSTEM = `You are a helpful assistant. Write one JSON object: {"action": "<tool>", "action_input": "<input>"}
or {"action": "Final Answer", "action_input": "<answer>"}. Tools: calculator.`;

/** The least that such an agent can be: the whole history, one JSON object a reply, no streaming, nothing that can go wrong. */
export const createContestant: ContestantModule["createContestant"] = ({
  url,
}) => ({
  prepare(history) {
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

async function ask(url: string, messages: readonly Message[]): Promise<string> {
  const response = await fetch(`${url}/chat/completions`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: "Bearer sk-bench",
    },
    body: JSON.stringify({ model: "stub", messages }),
  });
  const { choices } = (await response.json()) as {
    choices: readonly [{ message: { content: string } }];
  };
  return choices[0].message.content;
}
