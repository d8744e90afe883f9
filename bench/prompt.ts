import { encodeChat } from "gpt-tokenizer/model/gpt-4o";
import * as z from "zod";
import { conversationalReact } from "../src/agent/styles/conversational-react.ts";
import { parseConfig } from "../src/config.ts";
import { runTurn } from "../src/conversation/run-turn.ts";
import { createSqliteMemory } from "../src/platforms/cloudflare/sqlite-memory.ts";
import type { Prompt, Tool } from "../src/ports.ts";
import { createCalculatorTool } from "../src/tools/calculator/calculator-tool.ts";
import { createSearchTool } from "../src/tools/search/search-tool.ts";
import {
  action,
  createAgent,
  finalAnswer,
} from "../test/fakes/create-agent.ts";
import { createNodeSqliteDatabase } from "../test/fakes/node-sqlite-database.ts";
import { createRecordingChannel } from "../test/fakes/recording-channel.ts";
import {
  createScriptedModel,
  type ScriptedReply,
} from "../test/fakes/scripted-model.ts";
import { createMessage } from "../test/fixtures/messages.ts";
import { decide, find, TURNS } from "./conversation-20.ts";

/**
 * How many tokens the prompts of a fixed conversation have, and how many of them no provider can read from its prompt
 * cache, because no earlier request of the conversation began with the same.
 */
const prompts = await recordPrompts();
const counts = countTokens(prompts);
console.table([
  {
    agent: "Parley, conversational-react",
    requests: prompts.length,
    "prompt tokens": counts.total,
    "not cacheable": counts.fresh,
    "of the last prompt": counts.last,
  },
]);

async function recordPrompts(): Promise<readonly Prompt[]> {
  const model = createScriptedModel(TURNS.flatMap(script));
  const config = parseConfig({}, { isDevelopment: false });
  const agent = createAgent({
    model,
    style: conversationalReact,
    instructions: config.agent.instructions,
    tools: [searchTool(), createCalculatorTool()],
  });
  const bot = {
    agent,
    access: config.access,
    isDemo: false,
    maxHistoryTokens: config.memory.maxTokens,
  };
  const memory = createSqliteMemory({ database: createNodeSqliteDatabase() });
  const channel = createRecordingChannel();
  for (const [index, text] of TURNS.entries()) {
    await memory.openTurn(createMessage({ id: String(index), text }), {
      limit: 1,
    });
    const turn = await memory.nextTurn();
    if (turn === undefined) throw new Error("The turn was not opened.");
    await runTurn({
      turn,
      bot,
      memory,
      channel,
      publish: () => {},
      signal: new AbortController().signal,
    });
  }
  model.assertUsedUp();
  return model.prompts;
}

function script(text: string): ((prompt: Prompt) => ScriptedReply)[] {
  const decision = decide(text);
  if ("answer" in decision) return [() => finalAnswer(decision.answer)];
  return [
    () => action(decision.tool, decision.input),
    ({ messages }) =>
      finalAnswer(
        `The result is ${messages.at(-1)?.content.split("\n").slice(1).join("\n")}.`,
      ),
  ];
}

/** The real tool's name and description over a fixed result. */
function searchTool(): Tool {
  const { name, description } = createSearchTool({ providers: [] });
  const input = z.object({ query: z.string() });
  return {
    name,
    description,
    input,
    run: async (given) => find(input.parse(given).query),
  };
}

function countTokens(all: readonly Prompt[]): {
  total: number;
  fresh: number;
  last: number;
} {
  const encoded = all.map(({ messages }) =>
    encodeChat(
      messages.map(({ role, content }) => ({
        role: role === "tool" || role === "observation" ? "user" : role,
        content,
      })),
    ),
  );
  const fresh = encoded.map((tokens, index) => {
    const shared = encoded
      .slice(0, index)
      .map((earlier) => commonPrefix(earlier, tokens));
    return tokens.length - Math.max(0, ...shared);
  });
  const sum = (numbers: readonly number[]) =>
    numbers.reduce((total, number) => total + number, 0);
  return {
    total: sum(encoded.map(({ length }) => length)),
    fresh: sum(fresh),
    last: encoded.at(-1)?.length ?? 0,
  };
}

function commonPrefix(
  one: readonly number[],
  other: readonly number[],
): number {
  const end = one.findIndex((token, index) => token !== other[index]);
  return end === -1 ? one.length : end;
}
