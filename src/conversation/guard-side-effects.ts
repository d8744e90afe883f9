import type { Agent } from "../agent/executor.ts";
import type { Channel } from "../channel.ts";
import type { LanguageModel, Tool } from "../ports.ts";
import type { Bot } from "./resolve-reply.ts";

/** The same bot, each of whose agents is changed. */
export function withAgents(bot: Bot, change: (agent: Agent) => Agent): Bot {
  const { agent, findAgent } = bot;
  return {
    ...bot,
    agent: change(agent),
    ...(findAgent !== undefined && {
      findAgent: async (options) => change(await findAgent(options)),
    }),
  };
}

/**
 * The same bot and channel, which ask before each thing that somebody else notices: a call of a model, of a tool, of the
 * transcriber, and each message that is sent, edited or taken back. What `beforeSideEffect` throws is thrown instead. "typing…"
 * is not asked for: it expires.
 */
export function guardSideEffects({
  bot,
  channel,
  beforeSideEffect,
}: {
  bot: Bot;
  channel: Channel;
  beforeSideEffect: () => Promise<void>;
}): { bot: Bot; channel: Channel } {
  const guard =
    <Given extends readonly unknown[], Result>(
      work: (...given: Given) => Promise<Result>,
    ) =>
    async (...given: Given): Promise<Result> => {
      await beforeSideEffect();
      return work(...given);
    };
  const guardModel = (model: LanguageModel): LanguageModel => ({
    name: model.name,
    async *generate(...given) {
      await beforeSideEffect();
      yield* model.generate(...given);
    },
  });
  const guardTool = (tool: Tool): Tool => ({
    ...tool,
    run: guard((...given) => tool.run(...given)),
  });
  const { media } = bot;
  const transcriber = media?.transcriber;
  return {
    bot: {
      ...withAgents(bot, (agent) => ({
        ...agent,
        model: guardModel(agent.model),
        tools: agent.tools.map(guardTool),
      })),
      ...(media !== undefined &&
        transcriber !== undefined && {
          media: {
            ...media,
            transcriber: {
              transcribe: guard((...given) => transcriber.transcribe(...given)),
            },
          },
        }),
    },
    channel: {
      ...channel,
      send: guard((...given) => channel.send(...given)),
      ...(channel.edit && { edit: guard(channel.edit.bind(channel)) }),
      ...(channel.remove && { remove: guard(channel.remove.bind(channel)) }),
      ...(channel.showDraft && {
        showDraft: guard(channel.showDraft.bind(channel)),
      }),
    },
  };
}
