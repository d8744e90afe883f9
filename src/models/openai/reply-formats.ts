import { logWarning } from "../../log.ts";
import type { Prompt } from "../../prompt.ts";
import { refusesReplyFormat, RequestError } from "./post.ts";

type Schema = NonNullable<Prompt["replySchema"]>;

/** OpenAI, vLLM, Ollama and llama.cpp know the first one; DeepSeek and llama-cpp-python the second one alone. */
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

/** A way of asking for a format that the server refuses is not tried again as long as the learner lives. */
export function createReplyFormatLearner({ model }: { model: string }) {
  let types: readonly ReplyFormat["type"][] = TYPES;
  return {
    /** `undefined`: the reply is not held to a format. */
    current(schema: Schema | undefined): ReplyFormat | undefined {
      const [type] = types;
      return schema && type && write(type, schema);
    },
    /** Learns from an error after a request with that format. Returns whether to ask once more. */
    learn(error: unknown, sent: ReplyFormat | undefined): boolean {
      if (sent === undefined || !(error instanceof RequestError)) return false;
      const { status, said } = error.failure;
      if (!refusesReplyFormat(status, JSON.stringify(said))) return false;
      // Another request may have learned it in the meantime.
      if (sent.type !== types[0]) return true;
      types = types.slice(1);
      const [instead] = types;
      logWarning("reply format dropped", { model, format: sent.type, instead });
      return true;
    },
  };
}
