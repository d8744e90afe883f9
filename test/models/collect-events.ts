import type {
  LanguageModel,
  ModelEvent,
  Prompt,
} from "../../src/types/model.ts";

export async function collectEvents(
  model: LanguageModel,
  {
    messages = [{ role: "user", content: "Hello!" }],
    signal = new AbortController().signal,
    ...rest
  }: Partial<Prompt> & { signal?: AbortSignal } = {},
): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  const prompt = { messages, ...rest };
  for await (const event of model.generate(prompt, { signal }))
    events.push(event);
  return events;
}

export function textOf(events: readonly ModelEvent[]): string {
  return events
    .map((event) => (event.type === "text" ? event.text : ""))
    .join("");
}
