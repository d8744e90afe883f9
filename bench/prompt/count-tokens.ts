import {
  formatFunctionDefinitions,
  type ChatCompletionFunctionParameters as FunctionParameters,
} from "gpt-tokenizer/functionCalling";
import { encodeChat } from "gpt-tokenizer/model/gpt-4o";
import type {
  Prompt,
  PromptMessage,
  ToolDefinition,
} from "../../src/types/model.ts";

interface TokenCounts {
  /** Tokens of all prompts. */
  readonly total: number;
  /**
   * Tokens not covered by a prefix shared with an earlier prompt, so no prompt
   * cache has them.
   */
  readonly fresh: number;
  /** Tokens of the last prompt. */
  readonly last: number;
}

/** Counts one conversation's prompts, in order, in o200k tokens. */
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

/**
 * Includes the name and arguments of tool calls. Tool definitions come first,
 * as a separate message.
 */
function encodePrompt({ messages, tools = [] }: Prompt): readonly number[] {
  return encodeChat([
    ...(tools.length === 0 ? [] : [writeDefinitions(tools)]),
    ...messages.map((message) => ({
      role: isResult(message) ? "user" : message.role,
      content: `${writeCalls(message)}${message.content}`,
    })),
  ]);
}

/** Formats definitions as OpenAI presents them to its models. */
function writeDefinitions(tools: readonly ToolDefinition[]) {
  const definitions = tools.map((tool) => ({
    ...tool,
    // The tokenizer supports more of JSON Schema than its type does.
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
