import { APIError } from "openai";
import { logWarning } from "../../runtime/log.ts";
import { asText } from "../../text/json.ts";
import type { Prompt } from "../../types/model.ts";
import { isTooLong } from "./refusals.ts";
import { createReplyFormatLearner, type SentFormat } from "./reply-formats.ts";

/** Request variant that a server accepts. */
export interface Dialect {
  /** Optional parameters, under the names that the server accepts. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /**
   * Placeholder for the reasoning in assistant messages, which is not stored;
   * `undefined`: omit the field.
   */
  readonly reasoningContent: string | undefined;
  /** Enforces the prompt's schema; `undefined`: no enforcement. */
  readonly replyFormat: SentFormat | undefined;
  /** A user message must not directly follow a tool result (Mistral). */
  readonly separatesUserFromTool: boolean;
}

/** The differences between the Chat Completions and Completions APIs. */
export interface Api {
  readonly path: "/chat/completions" | "/completions";
  /** Optional parameters, which `extraBody` overrides. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The request fields that hold the prompt. */
  readonly writePrompt: (
    prompt: Prompt,
    dialect: Dialect,
  ) => Readonly<Record<string, unknown>>;
}

/**
 * Old and new name of the same limit: most servers accept only one, and
 * OpenAI's own models differ.
 */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  max_tokens: "max_completion_tokens",
  max_completion_tokens: "max_tokens",
};

/** DeepSeek V4 requires the field; some versions reject it empty. */
const REASONING_PLACEHOLDERS = ["", " "];

const USER_AFTER_TOOL = /unexpected role 'user' after role 'tool'/i;

/**
 * Starts with all parameters. Permanently drops each one that the server
 * rejects, and logs that once.
 */
export function createDialectLearner({
  model,
  parameters,
}: {
  model: string;
  parameters: Readonly<Record<string, unknown>>;
}) {
  const refused = new Set<string>();
  let placeholders = REASONING_PLACEHOLDERS;
  let reasoningContent: string | undefined;
  let separatesUserFromTool = false;
  const replyFormats = createReplyFormatLearner({ model });

  const acceptedName = (name: string): string | undefined =>
    [name, OTHER_NAMES[name]].find(
      (candidate) => candidate !== undefined && !refused.has(candidate),
    );

  const learnParameter = (error: unknown, sent: Dialect): boolean => {
    const parameter = findRefusedParameter(error, Object.keys(sent.parameters));
    if (parameter === undefined) return false;
    if (!refused.has(parameter)) {
      refused.add(parameter);
      const instead = acceptedName(parameter);
      logWarning("parameter dropped", { model, parameter, instead });
    }
    return true;
  };

  const learnReasoning = (error: unknown, sent: Dialect): boolean => {
    // The field is named because it is missing: it was not sent.
    if (!readRefusal(error)?.includes("reasoning_content")) return false;
    // A concurrent request has already learned this.
    if (sent.reasoningContent !== reasoningContent) return true;
    const [next, ...rest] = placeholders;
    if (next === undefined) return false;
    reasoningContent = next;
    placeholders = rest;
    return true;
  };

  const learnSeparation = (error: unknown, sent: Dialect): boolean => {
    if (sent.separatesUserFromTool) return false;
    if (!USER_AFTER_TOOL.test(readRefusal(error) ?? "")) return false;
    separatesUserFromTool = true;
    return true;
  };

  return {
    /**
     * @param maxReplyTokens added to the parameters, unless the server rejects
     *   such a limit or a lower one is set
     */
    current: ({
      maxReplyTokens,
      prompt = {},
    }: {
      maxReplyTokens?: number | undefined;
      prompt?: Pick<Prompt, "replySchema" | "isStrict">;
    } = {}): Dialect => ({
      replyFormat: replyFormats.current(prompt),
      parameters: Object.fromEntries(
        Object.entries(limitReply(parameters, maxReplyTokens)).flatMap(
          ([name, value]) => {
            const accepted = acceptedName(name);
            return accepted === undefined ? [] : [[accepted, value]];
          },
        ),
      ),
      reasoningContent,
      separatesUserFromTool,
    }),
    /**
     * Learns from the rejection of a request in dialect `sent`. Returns whether
     * to retry.
     */
    learn: (error: unknown, sent: Dialect): boolean =>
      replyFormats.learn(error, sent.replyFormat) ||
      learnParameter(error, sent) ||
      learnReasoning(error, sent) ||
      learnSeparation(error, sent),
  };
}

/** A lower limit set by the operator, under either name, takes precedence. */
function limitReply(
  parameters: Readonly<Record<string, unknown>>,
  maxReplyTokens: number | undefined,
): Readonly<Record<string, unknown>> {
  if (maxReplyTokens === undefined) return parameters;
  const name =
    Object.keys(OTHER_NAMES).find((known) =>
      Object.hasOwn(parameters, known),
    ) ?? "max_completion_tokens";
  const set = parameters[name];
  const limit =
    typeof set === "number" ? Math.min(set, maxReplyTokens) : maxReplyTokens;
  return { ...parameters, [name]: limit };
}

/** 422: validation errors of FastAPI servers such as Mistral's. */
const REFUSALS = new Set<number | undefined>([400, 422]);

/** Enough for the longest rejections. */
const MAX_TEXT_LENGTH = 10_000;

/** Validation errors repeat the input after this, including all its names. */
const ECHO = /\binput(?:_value)?\\*['"]?\s*[:=]/;

/**
 * Parameter names in error texts: in `snake_case`, quoted, or after a word such
 * as "parameter".
 */
const NAMES =
  /\b([a-z\d]+(?:_[a-z\d]+)+)\b|['"`](\w+)\\*['"`]|(?:argument|parameter|property|field|supplied|->):?\s+(?!supplied)(\w+)/gi;

/** The text of a rejected request; `undefined` for other errors. */
function readRefusal(error: unknown): string | undefined {
  if (!(error instanceof APIError) || !REFUSALS.has(error.status))
    return undefined;
  // Includes all fields: gateways put their upstream's text into fields of
  // their own.
  return JSON.stringify(error.error).slice(0, MAX_TEXT_LENGTH);
}

/** The parameter that the server rejects, by `error.param` or the text. */
function findRefusedParameter(
  error: unknown,
  parameters: readonly string[],
): string | undefined {
  const text = readRefusal(error);
  // A prompt that is too long is no parameter's fault, even if the text names
  // one.
  if (text === undefined || isTooLong(text)) return undefined;
  const named = new Set(
    [...(text.split(ECHO)[0] ?? "").matchAll(NAMES)].map(
      ([, snakeCase, quoted, labelled]) => snakeCase ?? quoted ?? labelled,
    ),
  );
  // `stream_options.include_usage` belongs to `stream_options`.
  const parameter =
    error instanceof APIError && asText(error.param).split(/[.[]/)[0];
  return (
    parameters.find((name) => name === parameter) ??
    parameters.find((name) => named.has(name))
  );
}
