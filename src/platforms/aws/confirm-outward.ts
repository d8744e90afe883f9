import type { Agent } from "../../agent/executor.ts";
import type { Channel } from "../../channel.ts";
import type { Bot } from "../../conversation/resolve-reply.ts";
import type { LanguageModel, Tool } from "../../ports.ts";

/**
 * The same bot and channel, which ask before each thing that somebody else notices: a call of a model, of a tool, of the
 * transcriber, and each message that is sent, edited or taken back. What `confirm` throws is thrown instead. "typing…" is
 * not asked for: it goes by itself.
 */
export function confirmOutward({
  bot,
  channel,
  confirm,
}: {
  bot: Bot;
  channel: Channel;
  confirm: () => Promise<void>;
}): { bot: Bot; channel: Channel } {
  const ask =
    <Given extends readonly unknown[], Result>(
      work: (...given: Given) => Promise<Result>,
    ) =>
    async (...given: Given): Promise<Result> => {
      await confirm();
      return work(...given);
    };
  const askModel = (model: LanguageModel): LanguageModel => ({
    name: model.name,
    async *generate(...given) {
      await confirm();
      yield* model.generate(...given);
    },
  });
  const askTool = (tool: Tool): Tool => ({
    ...tool,
    async run(...given) {
      await confirm();
      return tool.run(...given);
    },
  });
  const askAgent = (agent: Agent): Agent => ({
    ...agent,
    model: askModel(agent.model),
    tools: agent.tools.map(askTool),
  });

  const { findAgent, media } = bot;
  const transcriber = media?.transcriber;
  return {
    bot: {
      ...bot,
      agent: askAgent(bot.agent),
      ...(findAgent !== undefined && {
        findAgent: async (...given) => askAgent(await findAgent(...given)),
      }),
      ...(media !== undefined &&
        transcriber !== undefined && {
          media: {
            ...media,
            transcriber: {
              transcribe: ask((...given) => transcriber.transcribe(...given)),
            },
          },
        }),
    },
    channel: {
      ...channel,
      send: ask((...given) => channel.send(...given)),
      edit: ask((...given) => channel.edit(...given)),
      remove: ask((...given) => channel.remove(...given)),
      showDraft: ask((...given) => channel.showDraft(...given)),
    },
  };
}
