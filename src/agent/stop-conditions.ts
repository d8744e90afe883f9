/** How far a turn has come. */
interface AgentProgress {
  readonly steps: number;
  readonly elapsedMs: number;
  /** Of all its model calls, prompts and replies. */
  readonly tokens: number;
  /** Of all its steps, in UTF-16 units of JSON. */
  readonly length: number;
  readonly unreadableReplies: number;
}

/** Why an agent is asked for its best answer before it is done. */
export type AgentLimit = "steps" | "time" | "tokens" | "size" | "unreadable";

/** Tells which limit is reached, if any. */
export type StopCondition = (progress: AgentProgress) => AgentLimit | undefined;

/** Any of the conditions; the first one that holds gives the reason. */
export function stopWhen(
  ...conditions: readonly StopCondition[]
): StopCondition {
  return (progress) => {
    for (const condition of conditions) {
      const limit = condition(progress);
      if (limit !== undefined) return limit;
    }
    return undefined;
  };
}

export function stepLimit(maxSteps: number): StopCondition {
  return ({ steps }) => (steps >= maxSteps ? "steps" : undefined);
}

export function timeLimit(timeoutMs: number): StopCondition {
  return ({ elapsedMs }) => (elapsedMs >= timeoutMs ? "time" : undefined);
}

/** Looked at between two model calls: the one that goes beyond it is still paid for, and so is the last answer. */
export function tokenLimit(maxTokens: number): StopCondition {
  return ({ tokens }) => (tokens >= maxTokens ? "tokens" : undefined);
}

/** Looked at between two model calls, too. */
export function sizeLimit(maxLength: number): StopCondition {
  return ({ length }) => (length >= maxLength ? "size" : undefined);
}

/** After that many replies that could not be read, asking for the same form again is pointless. */
export function unreadableLimit(maxReplies: number): StopCondition {
  return ({ unreadableReplies }) =>
    unreadableReplies >= maxReplies ? "unreadable" : undefined;
}
