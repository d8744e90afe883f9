import { asWritten } from "../../src/conversation/answer/read-taps.ts";
import type { Bot } from "../../src/conversation/bot.ts";
import { isStop } from "../../src/conversation/commands/commands.ts";
import { runTurn } from "../../src/conversation/run-turn.ts";
import type { MemoryOptions } from "../../src/conversation/state/memory-context.ts";
import type { SqliteDatabase } from "../../src/stores/sqlite/sqlite-database.ts";
import type { Presentation } from "../../src/types/channel.ts";
import type { IncomingMessage } from "../../src/types/message.ts";
import type { Turn, TurnEvent } from "../../src/types/turn.ts";
import { createAgent } from "../fakes/create-agent.ts";
import { createBot } from "../fakes/create-bot.ts";
import { NO_CALLBACKS } from "../fakes/no-callbacks.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";
import { createRecordingChannel } from "../fakes/recording-channel.ts";
import { createScriptedModel } from "../fakes/scripted-model.ts";
import { createScriptedTool } from "../fakes/scripted-tool.ts";
import { createSqliteMemory } from "../fakes/sqlite-memory.ts";
import { createMessage } from "../fixtures/messages.ts";

/**
 * A conversation with a scripted model, an echo tool, a real memory and a
 * recording channel.
 */
export function setUpConversation(
  replies: Parameters<typeof createScriptedModel>[0],
  {
    failures = [] as Error[],
    presentation,
    deduplicatesByKey = false,
    database = createNodeSqliteDatabase(),
    isIndexed = false,
    eventTypes = [],
    now = Date.now,
    wakeBy = async () => {},
    ...rules
  }: {
    failures?: Error[];
    presentation?: Presentation;
    deduplicatesByKey?: boolean;
    database?: SqliteDatabase;
  } & Partial<Bot> &
    Pick<MemoryOptions, "isIndexed" | "eventTypes" | "now" | "wakeBy"> = {},
) {
  const model = createScriptedModel(replies);
  const tool = createScriptedTool("echo", (text) => `You said ${text}.`);
  const bot = createBot({
    agent: createAgent({ model, tools: [tool] }),
    memoryStrategy: "summary",
    ...rules,
  });
  const memory = createSqliteMemory({
    database,
    isIndexed,
    eventTypes,
    now,
    wakeBy,
  });
  const channel = createRecordingChannel({
    failures,
    deduplicatesByKey,
    ...(presentation !== undefined && { presentation }),
  });
  const events: TurnEvent[] = [];
  const publish = (event: TurnEvent) => void events.push(event);
  const controller = new AbortController();
  const { signal } = controller;
  /** Stops the running turn. */
  const stopper = new AbortController();

  const accept = async (
    overrides: Partial<IncomingMessage> & { id: string },
  ): Promise<void> => {
    const message = asWritten(
      createMessage({ channel: "telegram", ...overrides }),
    );
    const isStopping = isStop(message, bot.access);
    await memory.openTurn(message, { limit: 100, isStop: isStopping });
  };
  /** `afterSent` runs after each call of the channel, and may make it fail. */
  const run = async (afterSent = () => {}) => {
    const turn = (await memory.nextTurn()) as Turn;
    channel.onSent = afterSent;
    return runTurn({
      turn,
      bot,
      memory,
      channel,
      callbacks: NO_CALLBACKS,
      publish,
      stop: stopper.signal,
      signal,
    });
  };
  const failNext = (error: Error) => void failures.push(error);
  return {
    model,
    tool,
    bot,
    memory,
    channel,
    events,
    accept,
    run,
    failNext,
    controller,
    stopper,
  };
}
