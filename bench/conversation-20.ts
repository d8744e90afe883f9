import type { Decision } from "./prompt/write-reply.ts";

/**
 * A fixed conversation of twenty turns, every other one with a tool call:
 * thirty model calls.
 */
export const TURNS: readonly string[] = [
  "Hello! I am Alice and I live in a small town near Lyon.",
  "what is 12 * 34?",
  "I like hiking, old cameras and strong coffee. Please remember that for later.",
  "search for the population of Paris",
  "That is larger than I expected. My own town has about nine thousand people.",
  "what is (2102650 - 9000) / 9000?",
  "Thanks, that is quite a ratio. Tell me something encouraging for a long day.",
  "search for the height of Mont Blanc",
  "I climbed half of it last summer, with two friends and far too much luggage.",
  "what is 4806 * 0.5 + 17?",
  "Do you think a film camera is a good idea in the cold?",
  "search for the best film for cold weather photography",
  "I will take two rolls then. Who am I?",
  "what is 36 * 2 - 5?",
  "So that is how many pictures I can keep. I should choose with care.",
  "search for the opening hours of the Lyon photography museum",
  "Good, I can go there on Saturday after the market.",
  "what is 3 * 14.5 + 2 * 9?",
  "That is affordable. Please summarise our plan in one sentence.",
  "search for trains from Lyon to Chamonix",
];

const ANSWERS: Readonly<Record<string, string>> = {
  [TURNS[0] ?? ""]: "Nice to meet you, Alice.",
  [TURNS[12] ?? ""]: "You are Alice.",
};

/** The model's decision for a message: call a tool, or answer. */
export function decide(text: string): Decision {
  const sum = /^what is (.*)\?$/.exec(text)?.[1];
  if (sum !== undefined)
    return { tool: "calculator", field: "expression", input: sum };
  const query = /^search for (.*)$/.exec(text)?.[1];
  if (query !== undefined)
    return { tool: "search", field: "query", input: query };
  return { answer: ANSWERS[text] ?? `You said: ${text}` };
}

/** The search tool's result. */
export function find(query: string): string {
  return `A short sentence about ${query}, of about twenty words, as an encyclopaedia would put it in its very first line.`;
}
