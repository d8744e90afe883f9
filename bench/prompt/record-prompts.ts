import * as z from "zod";
import type { AgentStyleName } from "../../src/agent/styles/agent-style.ts";
import { AGENT_STYLES } from "../../src/agent/styles/agent-styles.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { runTurn } from "../../src/conversation/run-turn.ts";
import { createCalculatorTool } from "../../src/tools/calculator/calculator-tool.ts";
import { createSearchTool } from "../../src/tools/search/search-tool.ts";
import type { Prompt } from "../../src/types/model.ts";
import type { Tool } from "../../src/types/tool.ts";
import { createAgent } from "../../test/fakes/create-agent.ts";
import { createBot } from "../../test/fakes/create-bot.ts";
import { NO_CALLBACKS } from "../../test/fakes/no-callbacks.ts";
import { createNodeSqliteDatabase } from "../../test/fakes/node-sqlite-database.ts";
import { createRecordingChannel } from "../../test/fakes/recording-channel.ts";
import {
  createScriptedModel,
  type ScriptedReply,
} from "../../test/fakes/scripted-model.ts";
import { createSqliteMemory } from "../../test/fakes/sqlite-memory.ts";
import { createMessage } from "../../test/fixtures/messages.ts";
import { decide, find, TURNS } from "../conversation-20.ts";
import { writeReply } from "./write-reply.ts";

/**
 * Runs the fixed conversation in a style with the default persona and tools;
 * returns the prompts of all requests.
 */
export async function recordPrompts(
  style: AgentStyleName,
): Promise<readonly Prompt[]> {
  const model = createScriptedModel(
    TURNS.flatMap((text) => script(style, text)),
  );
  const config = parseConfig({});
  const bot = createBot({
    agent: createAgent({
      model,
      style: AGENT_STYLES[style],
      instructions: config.agent.instructions,
      tools: [createFixedSearch(), createCalculatorTool()],
    }),
    access: config.access,
    maxHistoryTokens: config.memory.maxTokens,
    memoryStrategy: "summary",
  });
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
      callbacks: NO_CALLBACKS,
      publish: () => {},
      signal: new AbortController().signal,
    });
  }
  model.assertUsedUp();
  return model.prompts;
}

function script(
  style: AgentStyleName,
  text: string,
): ((prompt: Prompt) => ScriptedReply)[] {
  const decision = decide(text);
  if ("answer" in decision) return [() => writeReply(style, decision)];
  return [
    () => writeReply(style, decision),
    (prompt) =>
      writeReply(style, { answer: `The result is ${readResult(prompt)}.` }),
  ];
}

/** Extracts the tool's result, without the line that marks it as data. */
function readResult({ messages }: Prompt): string {
  const result = messages.at(-1);
  if (result?.role === "tool") return result.content;
  return result?.content.split("\n").slice(1).join("\n") ?? "";
}

/** The real tool's name and description with a fixed result. */
function createFixedSearch(): Tool {
  const { name, description } = createSearchTool({ providers: [] });
  const input = z.object({ query: z.string() });
  return {
    name,
    description,
    input,
    run: async (given) => find(input.parse(given).query),
  };
}
