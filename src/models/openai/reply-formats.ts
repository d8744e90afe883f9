import { APIError } from "openai";
import { logWarning } from "../../runtime/log.ts";
import type { Prompt } from "../../types/model.ts";
import { refusesReplyFormat } from "./refusals.ts";

type Schema = NonNullable<Prompt["replySchema"]>;

/** The value of `response_format`. */
export type ReplyFormat =
  | {
      readonly type: "json_schema";
      readonly json_schema: {
        readonly name: "reply";
        readonly schema: Schema;
        readonly strict?: true;
      };
    }
  | { readonly type: "json_object"; readonly schema: Schema };

/** What a request with a format was about. */
interface Sent {
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
  const sentFor = new WeakMap<ReplyFormat, Sent>();
  return {
    /** `undefined`: enforce no format. */
    current({
      replySchema: schema,
      isStrict,
    }: Pick<Prompt, "replySchema" | "isStrict">): ReplyFormat | undefined {
      if (schema === undefined) return undefined;
      const place = dropped.get(schema) ?? 0;
      const [format, next] = formatsFor(schema, isStrict).slice(place);
      if (format) sentFor.set(format, { schema, place, instead: next?.type });
      return format;
    },
    /**
     * Learns from the error of a request with format `sent`. Returns whether to
     * retry.
     */
    learn(error: unknown, sent: ReplyFormat | undefined): boolean {
      const request = sent && sentFor.get(sent);
      if (request === undefined || !(error instanceof APIError)) return false;
      if (!refusesReplyFormat(error.status, JSON.stringify(error.error)))
        return false;
      const { schema, place, instead } = request;
      // A concurrent request has already learned this.
      if ((dropped.get(schema) ?? 0) > place) return true;
      dropped.set(schema, place + 1);
      const format = sent?.type;
      logWarning("reply format dropped", { model, format, instead });
      return true;
    },
  };
}
