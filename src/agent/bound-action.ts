import { isObject } from "../text/json.ts";
import { cutText } from "../text/text.ts";
import type { AgentAction, ToolCall } from "../types/turn.ts";

/**
 * Deeper input is never intended, and recursive code could overflow the stack
 * on it.
 */
const MAX_DEPTH = 64;

/**
 * In UTF-16 units of JSON: a step is stored in one row and goes into each later
 * prompt of the turn.
 */
const MAX_INPUT_LENGTH = 30_000;

const MAX_THOUGHT_LENGTH = 10_000;

/** Of the model's text that holds the action. */
const MAX_TEXT_LENGTH = 40_000;

const MAX_NAME_LENGTH = 200;

/** Of the provider's opaque data, see `ToolCall`. */
const MAX_EXTRA_LENGTH = 30_000;

/**
 * Keeps an action small enough to store: cuts its thought, text and name, and
 * rejects an input that is too large. `reason` is a sentence for the model.
 */
export function boundAction(
  action: AgentAction,
):
  | { readonly kind: "action"; readonly action: AgentAction }
  | { readonly kind: "refused"; readonly reason: string } {
  const { input, call } = action;
  if (isTooDeep(input))
    return { kind: "refused", reason: "Its input is nested too deeply." };
  // Most formats hold text verbatim, so escapes do not count.
  const written = typeof input === "string" ? input : JSON.stringify(input);
  if (written.length > MAX_INPUT_LENGTH)
    return {
      kind: "refused",
      reason: `The input of ${JSON.stringify(cutText(action.tool, 64))} is too long: ${written.length} characters, of at most ${MAX_INPUT_LENGTH}.`,
    };
  const tool = cutText(action.tool, MAX_NAME_LENGTH);
  return {
    kind: "action",
    action: {
      ...action,
      tool,
      thought: cut(action.thought, MAX_THOUGHT_LENGTH),
      text: boundText({ ...action, tool }),
      ...(call !== undefined && { call: boundCall(call, input) }),
    },
  };
}

/**
 * Rewrites text that is too long: a truncated action would be no valid example.
 */
function boundText({ text, tool, input, call }: AgentAction): string {
  if (text.length <= MAX_TEXT_LENGTH) return text;
  return call === undefined
    ? JSON.stringify({ action: tool, action_input: input })
    : cut(text, MAX_TEXT_LENGTH);
}

/** `arguments` may be long only because of whitespace, so it is rewritten. */
function boundCall(call: ToolCall, input: unknown): ToolCall {
  const { name, arguments: written, extra, ...rest } = call;
  const isExtraKept =
    extra !== undefined && JSON.stringify(extra).length <= MAX_EXTRA_LENGTH;
  return {
    ...rest,
    name: cutText(name, MAX_NAME_LENGTH),
    arguments:
      written.length <= MAX_INPUT_LENGTH
        ? written
        : JSON.stringify(isObject(input) ? input : { input }),
    ...(isExtraKept && { extra }),
  };
}

function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${cutText(text, maxLength)}…`;
}

/** Iterates by level; does not recurse. */
function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    level = level.flatMap((item) =>
      typeof item === "object" && item !== null ? Object.values(item) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}
