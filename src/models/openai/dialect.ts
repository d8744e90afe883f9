import { findRefusedParameter, readRefusal } from "./find-refused-parameter.ts";

/** How a server wants its requests. */
export interface Dialect {
  /** Parameters that are good to have, under the names that the server knows. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Stands in assistant messages for the reasoning, which is not kept; `undefined`: the field is not sent. */
  readonly reasoningContent: string | undefined;
  /** No user's message may follow the result of a tool directly (Mistral). */
  readonly separatesUserFromTool: boolean;
}

export interface DialectLearner {
  /** @param maxReplyTokens is among the parameters, unless the server refuses such a limit or has a lower one already */
  current(options?: { maxReplyTokens?: number | undefined }): Dialect;
  /** Learns from a refusal of a request that was sent in that dialect. Returns whether to ask once more. */
  learn(error: unknown, sent: Dialect): boolean;
}

/** The same limit, by its older and its newer name: servers know one of them, and OpenAI's own models differ. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  max_tokens: "max_completion_tokens",
  max_completion_tokens: "max_tokens",
};

/** DeepSeek V4 wants the field and takes it empty; some of its versions want something in it. */
const REASONING_PLACEHOLDERS = ["", " "];

const USER_AFTER_TOOL = /unexpected role 'user' after role 'tool'/i;

/**
 * Begins with all parameters and without reasoning. What a server refuses is not sent to it again as long as the
 * learner lives; each parameter that is given up is told to the operator's log once.
 */
export function createDialectLearner({
  model,
  parameters,
}: {
  model: string;
  parameters: Readonly<Record<string, unknown>>;
}): DialectLearner {
  const refused = new Set<string>();
  let placeholders = REASONING_PLACEHOLDERS;
  let reasoningContent: string | undefined;
  let separatesUserFromTool = false;

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
      console.warn(
        JSON.stringify({
          event: "parameter dropped",
          model,
          parameter,
          instead,
        }),
      );
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
    current: ({ maxReplyTokens } = {}) => ({
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
    learn: (error, sent) =>
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
