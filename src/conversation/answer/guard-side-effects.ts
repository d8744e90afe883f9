import type { LanguageModel } from "../../types/model.ts";
import type { Tool } from "../../types/tool.ts";
import { withAgents, type TurnWork } from "../bot.ts";

type Guarded = Pick<TurnWork, "bot" | "channel" | "callbacks">;

/**
 * Wraps a bot, a channel and the queue of callbacks so that `beforeSideEffect` runs before each
 * externally visible effect: calls of models, tools and the transcriber,
 * messages sent, edited or deleted, and callbacks queued. If it throws, so does the call. The typing
 * indicator is exempt: it expires.
 */
export function guardSideEffects({
  bot,
  channel,
  callbacks,
  beforeSideEffect,
}: Guarded & { beforeSideEffect: () => Promise<void> }): Guarded {
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
  const { transcriber } = bot.media;
  return {
    bot: {
      ...withAgents(bot, (agent) => ({
        ...agent,
        model: guardModel(agent.model),
        tools: agent.tools.map(guardTool),
      })),
      media: {
        ...bot.media,
        transcriber: transcriber && {
          transcribe: guard((...given) => transcriber.transcribe(...given)),
        },
      },
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
    callbacks: { enqueue: guard(callbacks.enqueue.bind(callbacks)) },
  };
}
