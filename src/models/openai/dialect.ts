import { logWarning } from "../../log.ts";
import type { Prompt } from "../../prompt.ts";
import { RequestError } from "./post.ts";
import { createReplyFormatLearner, type ReplyFormat } from "./reply-formats.ts";

/** How a server wants its requests. */
export interface Dialect {
  /** Parameters that are good to have, under the names that the server knows. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** A placeholder in assistant messages for the reasoning, which is not kept; `undefined`: the field is not sent. */
  readonly reasoningContent: string | undefined;
  /** What holds the reply to the prompt's schema; `undefined`: nothing does. */
  readonly replyFormat: ReplyFormat | undefined;
  /** No user's message may follow the result of a tool directly (Mistral). */
  readonly separatesUserFromTool: boolean;
}

/** What differs between OpenAI's two APIs for text. */
export interface Api {
  readonly path: "/chat/completions" | "/completions";
  /** Parameters that are good to have; `extraBody` overrides them. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The fields that hold the prompt. */
  readonly writePrompt: (
    prompt: Prompt,
    dialect: Dialect,
  ) => Readonly<Record<string, unknown>>;
}

/** The same limit, by its older and its newer name: servers know one of them, and OpenAI's own models differ. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  max_tokens: "max_completion_tokens",
  max_completion_tokens: "max_tokens",
};

/** DeepSeek V4 wants the field and takes it empty; some of its versions want something in it. */
const REASONING_PLACEHOLDERS = ["", " "];

const USER_AFTER_TOOL = /unexpected role 'user' after role 'tool'/i;

/** Begins with all parameters. What a server refuses is not sent to it again as long as the learner lives, which the log tells once. */
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
    // Where it was not sent, it cannot be refused: the server misses it.
    if (!readRefusal(error)?.includes("reasoning_content")) return false;
    // Another request may have learned it in the meantime.
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
    /** @param maxReplyTokens is among the parameters, unless the server refuses such a limit or has a lower one already */
    current: ({
      maxReplyTokens,
      replySchema,
    }: {
      maxReplyTokens?: number | undefined;
      replySchema?: Prompt["replySchema"] | undefined;
    } = {}): Dialect => ({
      replyFormat: replyFormats.current(replySchema),
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
    /** Learns from a refusal of a request that was sent in that dialect. Returns whether to ask once more. */
    learn: (error: unknown, sent: Dialect): boolean =>
      replyFormats.learn(error, sent.replyFormat) ||
      learnParameter(error, sent) ||
      learnReasoning(error, sent) ||
      learnSeparation(error, sent),
  };
}

/** What the operator has set, by either name, counts where it is lower. */
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

/** Room for the longest refusals; reading on would only cost time. */
const MAX_TEXT_LENGTH = 10_000;

/** The request as a whole is too long: no parameter is to blame, also where the text names one. */
const TOO_LONG = /context[ _](?:length|window|size)/i;

/** After it, validation errors repeat what was sent, with all names in it. */
const ECHO = /\binput(?:_value)?\\*['"]?\s*[:=]/;

/** How the texts of servers set names apart from prose: as `snake_case`, in quotes, or after a word for them. */
const NAMES =
  /\b([a-z\d]+(?:_[a-z\d]+)+)\b|['"`](\w+)\\*['"`]|(?:argument|parameter|property|field|supplied|->):?\s+(?!supplied)(\w+)/gi;

/** The text of a server that does not accept the request; `undefined` for every other error. */
function readRefusal(error: unknown): string | undefined {
  if (!(error instanceof RequestError) || !REFUSALS.has(error.failure.status))
    return undefined;
  // Gateways pass on their upstream's text in fields of their own.
  return JSON.stringify(error.failure.said).slice(0, MAX_TEXT_LENGTH);
}

/** Which of the parameters a server says that it does not know or take, in `error.param` or in its text. */
function findRefusedParameter(
  error: unknown,
  parameters: readonly string[],
): string | undefined {
  const text = readRefusal(error);
  if (text === undefined || TOO_LONG.test(text)) return undefined;
  const named = new Set(
    [...(text.split(ECHO)[0] ?? "").matchAll(NAMES)].map(
      ([, snakeCase, quoted, labelled]) => snakeCase ?? quoted ?? labelled,
    ),
  );
  // `stream_options.include_usage` is a part of `stream_options`.
  const parameter =
    error instanceof RequestError && error.field("param").split(/[.[]/)[0];
  return (
    parameters.find((name) => name === parameter) ??
    parameters.find((name) => named.has(name))
  );
}
