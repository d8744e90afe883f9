import { APIError } from "openai";
import { logWarning } from "../../runtime/log.ts";
import type { Prompt } from "../../types/model.ts";
import { refusesReplyFormat } from "./refusals.ts";

type Schema = NonNullable<Prompt["replySchema"]>;

/** The value of `response_format`. */
type ReplyFormat =
  | {
      readonly type: "json_schema";
      readonly json_schema: {
        readonly name: "reply";
        readonly schema: Schema;
        readonly strict?: true;
      };
    }
  | { readonly type: "json_object"; readonly schema: Schema };

/** A format with the schema that it is for. */
export interface SentFormat {
  readonly format: ReplyFormat;
  readonly schema: Schema;
  /** In the order of `formatsFor`. */
  readonly place: number;
  readonly instead: ReplyFormat["type"] | undefined;
}

/**
 * OpenAI, vLLM, Ollama and llama.cpp accept the schema in its own field;
 * DeepSeek and llama-cpp-python only an object. Strict mode takes few schemas.
 */
function formatsFor(
  schema: Schema,
  isStrict: true | undefined,
): readonly ReplyFormat[] {
  const type = "json_schema";
  const named = { name: "reply", schema } as const;
  return [
    ...(isStrict
      ? [{ type, json_schema: { ...named, strict: true } } as const]
      : []),
    { type, json_schema: named },
    { type: "json_object", schema },
  ];
}

/**
 * Drops a format for good once the server rejects it for a schema: the agent's
 * own lasts as long as the model, whereas a request's may itself be at fault.
 */
export function createReplyFormatLearner({ model }: { model: string }) {
  /** How many formats were dropped. */
  const dropped = new WeakMap<Schema, number>();
  return {
    /** `undefined`: enforce no format. */
    current({
      replySchema: schema,
      isStrict,
    }: Pick<Prompt, "replySchema" | "isStrict">): SentFormat | undefined {
      if (schema === undefined) return undefined;
      const place = dropped.get(schema) ?? 0;
      const [format, next] = formatsFor(schema, isStrict).slice(place);
      return format && { format, schema, place, instead: next?.type };
    },
    /**
     * Learns from the error of a request with format `sent`. Returns whether to
     * retry.
     */
    learn(error: unknown, sent: SentFormat | undefined): boolean {
      if (sent === undefined || !(error instanceof APIError)) return false;
      if (!refusesReplyFormat(error.status, JSON.stringify(error.error)))
        return false;
      const { format, schema, place, instead } = sent;
      // A concurrent request has already learned this.
      if ((dropped.get(schema) ?? 0) > place) return true;
      dropped.set(schema, place + 1);
      const { type } = format;
      logWarning("reply format dropped", { model, format: type, instead });
      return true;
    },
  };
}
