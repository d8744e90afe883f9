import { cutText } from "../text/text.ts";
import type { LanguageModel, ModelEvent } from "../types/model.ts";

/**
 * Charged per call in addition to its text, so that many empty calls also reach
 * the limit.
 */
const CALL_LENGTH = 100;

/**
 * Wraps a model so that replies end after `maxLength` UTF-16 units of text and
 * calls, with a `finish` of reason `too-long`.
 */
export function boundReplies(
  model: LanguageModel,
  { maxLength }: { maxLength: number },
): LanguageModel {
  return {
    name: model.name,
    async *generate(prompt, options): AsyncGenerator<ModelEvent> {
      let left = maxLength;
      for await (const event of model.generate(prompt, options)) {
        const length = lengthOf(event);
        if (length > left) {
          if (event.type === "text")
            yield { type: "text", text: cutText(event.text, left) };
          yield { type: "finish", reason: "too-long" };
          return;
        }
        left -= length;
        yield event;
      }
    },
  };
}

function lengthOf(event: ModelEvent): number {
  if (event.type === "finish") return 0;
  if (event.type === "text") return event.text.length;
  const { id = "", name = "", extra } = event;
  const head = id + name + (extra === undefined ? "" : JSON.stringify(extra));
  const isFirst = event.id !== undefined || event.name !== undefined;
  return head.length + event.arguments.length + (isFirst ? CALL_LENGTH : 0);
}
