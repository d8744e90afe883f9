import type { Author } from "../../src/types/message.ts";
import type { Prompt } from "../../src/types/model.ts";
import { finalAnswer } from "../fakes/create-agent.ts";
import type { setUpConversation } from "./set-up-conversation.ts";

type Conversation = ReturnType<typeof setUpConversation>;

/** Fits two turns of `talk`, but not three: then only the third remains. */
export const BUDGET = { maxHistoryTokens: 100 };

/** The model's answers to the turns of `talk`. */
export const one = finalAnswer("Answer 1");
export const two = finalAnswer("Answer 2");
export const three = finalAnswer("Answer 3");
export const four = finalAnswer("Answer 4");
export const five = finalAnswer("Answer 5");
export const six = finalAnswer("Answer 6");
export const seven = finalAnswer("Answer 7");

function question(turn: number): string {
  return `Question ${turn} `.padEnd(160, "?");
}

/** Runs the turns with these numbers, 42 tokens each. */
export async function talk(
  { accept, run }: Pick<Conversation, "accept" | "run">,
  turns: readonly number[],
  author: Author = { id: "7" },
): Promise<void> {
  for (const turn of turns) {
    await accept({ id: String(turn), text: question(turn), author });
    await run();
  }
}

/** Sends `/new` and presses the confirmation button. */
export async function startOver({
  accept,
  run,
}: Pick<Conversation, "accept" | "run">): Promise<void> {
  const asked = { name: "new", argument: "" };
  await accept({ id: "new", text: "/new", command: asked });
  await run();
  const confirmed = { name: "memory", argument: "forget new" };
  await accept({ id: "confirmed", text: "", command: confirmed });
  await run();
}

/** Accepts the turns with these numbers, without running them. */
export async function acceptMessage(
  conversation: Pick<Conversation, "accept">,
  turns: readonly number[],
): Promise<void> {
  for (const turn of turns)
    await conversation.accept({ id: String(turn), text: question(turn) });
}

/** The content of the next prompt. */
export async function remembered({ memory }: Pick<Conversation, "memory">) {
  const { messages, summary } = await memory.recall();
  return { turns: [...new Set(messages.map(({ turn }) => turn))], summary };
}

/** The whole prompt as one text. */
export function textOf(prompt: Prompt | undefined): string {
  return prompt?.messages.map(({ content }) => content).join("\n") ?? "";
}
