import { runAgent, type AgentEvent } from "../../agent/executor.ts";
import type { LanguageModel, ModelEvent, Prompt } from "../../types/model.ts";

/** What happens in a run of the agent, in order. */
export type ObservedEvent =
  | { readonly type: "prompt"; readonly prompt: Prompt }
  | { readonly type: "written"; readonly piece: ModelEvent }
  /** A model call is over: the reply was read, or `error` was thrown. */
  | { readonly type: "called"; readonly ms: number; readonly error?: unknown }
  | AgentEvent;

/** For developers: sees the texts of people, so nothing of it may be stored. */
export type AgentObserver = (event: ObservedEvent) => void;

type RunOptions = Parameters<typeof runAgent>[0];

/** Runs the agent in the sight of an observer. */
export async function* runObserved(
  options: RunOptions,
  observe: AgentObserver,
): AsyncGenerator<AgentEvent, void> {
  const model = observeModel(options.agent.model, observe);
  for await (const event of runAgent({
    ...options,
    agent: { ...options.agent, model },
  })) {
    observe(event);
    yield event;
  }
}

function observeModel(
  model: LanguageModel,
  observe: AgentObserver,
): LanguageModel {
  return {
    name: model.name,
    async *generate(prompt, options) {
      observe({ type: "prompt", prompt });
      const startedAt = Date.now();
      let thrown: unknown;
      try {
        for await (const piece of model.generate(prompt, options)) {
          observe({ type: "written", piece });
          yield piece;
        }
      } catch (error) {
        thrown = error;
        throw error;
      } finally {
        observe({ type: "called", ms: Date.now() - startedAt, error: thrown });
      }
    },
  };
}
