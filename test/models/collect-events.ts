import type {
  LanguageModel,
  ModelEvent,
  PromptMessage,
} from "../../src/ports.ts";

/** Asks a model and waits for all of its events. */
export async function collectEvents(
  model: LanguageModel,
  {
    messages = [{ role: "user", content: "Hello!" }],
    signal = new AbortController().signal,
  }: { messages?: readonly PromptMessage[]; signal?: AbortSignal } = {},
): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.generate({ messages }, { signal }))
    events.push(event);
  return events;
}

export function textOf(events: readonly ModelEvent[]): string {
  return events
    .map((event) => (event.type === "text" ? event.text : ""))
    .join("");
}
