import {
  type ChatCompletionFunctionParameters as FunctionParameters,
  formatFunctionDefinitions,
} from "gpt-tokenizer/functionCalling";
import { encodeChat } from "gpt-tokenizer/model/gpt-4o";
import type {
  Prompt,
  PromptMessage,
  ToolDefinition,
} from "../../src/prompt.ts";

export interface TokenCounts {
  /** Of all prompts. */
  readonly total: number;
  /** Those that no provider can read from its prompt cache, because no earlier prompt begins with the same. */
  readonly fresh: number;
  /** Of the last prompt. */
  readonly last: number;
}

/** Counts the prompts of one conversation, in their order, in tokens of o200k. */
export function countTokens(prompts: readonly Prompt[]): TokenCounts {
  const encoded = prompts.map(encodePrompt);
  const fresh = encoded.map((tokens, index) => {
    const shared = encoded
      .slice(0, index)
      .map((earlier) => commonPrefix(earlier, tokens));
    return tokens.length - Math.max(0, ...shared);
  });
  return {
    total: sum(encoded.map(({ length }) => length)),
    fresh: sum(fresh),
    last: encoded.at(-1)?.length ?? 0,
  };
}

/** A call counts with its name and arguments. Tool definitions come first, as a message of their own. */
function encodePrompt({ messages, tools = [] }: Prompt): readonly number[] {
  return encodeChat([
    ...(tools.length === 0 ? [] : [writeDefinitions(tools)]),
    ...messages.map((message) => ({
      role: isResult(message) ? "user" : message.role,
      content: `${writeCalls(message)}${message.content}`,
    })),
  ]);
}

/** In the notation in which OpenAI shows them to its models. */
function writeDefinitions(tools: readonly ToolDefinition[]) {
  const definitions = tools.map((tool) => ({
    ...tool,
    // The tokenizer's type knows less of JSON Schema than its function does.
    parameters: tool.parameters as unknown as FunctionParameters,
  }));
  return { role: "system", content: formatFunctionDefinitions(definitions) };
}

function writeCalls(message: PromptMessage): string {
  const calls = message.role === "assistant" ? message.toolCalls : [];
  return (calls ?? [])
    .map(({ name, arguments: written }) => `${name}${written}`)
    .join("");
}

function isResult({ role }: PromptMessage): boolean {
  return role === "tool" || role === "observation";
}

function commonPrefix(
  one: readonly number[],
  other: readonly number[],
): number {
  const end = one.findIndex((token, index) => token !== other[index]);
  return end === -1 ? one.length : end;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
