import { APIError } from "openai";
import { logWarning } from "../../log.ts";
import type { Prompt } from "../../prompt.ts";
import { refusesReplyFormat } from "./refusals.ts";

type Schema = NonNullable<Prompt["replySchema"]>;

/**
 * OpenAI, vLLM, Ollama and llama.cpp accept the first; DeepSeek and
 * llama-cpp-python only the second.
 */
const TYPES = ["json_schema", "json_object"] as const;

/** The value of `response_format`. */
export interface ReplyFormat {
  readonly type: (typeof TYPES)[number];
}

function write(type: ReplyFormat["type"], schema: Schema): ReplyFormat {
  const format =
    type === "json_schema"
      ? { type, json_schema: { name: "reply", schema } }
      : { type, schema };
  return format;
}

/** Drops a format for good once the server rejects it. */
export function createReplyFormatLearner({ model }: { model: string }) {
  let types: readonly ReplyFormat["type"][] = TYPES;
  return {
    /** `undefined`: enforce no format. */
    current(schema: Schema | undefined): ReplyFormat | undefined {
      const [type] = types;
      return schema && type && write(type, schema);
    },
    /**
     * Learns from the error of a request with format `sent`. Returns whether to
     * retry.
     */
    learn(error: unknown, sent: ReplyFormat | undefined): boolean {
      if (sent === undefined || !(error instanceof APIError)) return false;
      if (!refusesReplyFormat(error.status, JSON.stringify(error.error)))
        return false;
      // A concurrent request has already learned this.
      if (sent.type !== types[0]) return true;
      types = types.slice(1);
      const [instead] = types;
      logWarning("reply format dropped", { model, format: sent.type, instead });
      return true;
    },
  };
}
