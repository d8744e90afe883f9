import { cutText } from "../text/text.ts";
import type { AgentAction, ToolCall } from "../types/turn.ts";

/**
 * Deeper input is never intended, and recursive code could overflow the stack
 * on it.
 */
const MAX_DEPTH = 64;

const MAX_INPUT_LENGTH = 30_000;

/**
 * In UTF-16 units of JSON: a step is stored in one row and goes into each later
 * prompt of the turn.
 */
const MAX_LENGTH = 120_000;

/** Of the provider's opaque data, see `ToolCall`. */
const MAX_EXTRA_LENGTH = 30_000;

/**
 * Rejects an action that is too large to store. `reason` is a sentence for the
 * model.
 */
export function boundAction({
  call,
  ...rest
}: AgentAction):
  | { readonly kind: "action"; readonly action: AgentAction }
  | { readonly kind: "refused"; readonly reason: string } {
  const { input, tool } = rest;
  if (isTooDeep(input))
    return { kind: "refused", reason: "Its input is nested too deeply." };
  // Most formats hold text verbatim, so escapes do not count.
  const { length } = typeof input === "string" ? input : JSON.stringify(input);
  if (length > MAX_INPUT_LENGTH)
    return {
      kind: "refused",
      reason: `The input of ${JSON.stringify(cutText(tool, 64))} is too long: ${length} characters, of at most ${MAX_INPUT_LENGTH}.`,
    };
  const action = {
    ...rest,
    ...(call !== undefined && { call: withShortExtra(call) }),
  };
  const whole = JSON.stringify(action).length;
  return whole > MAX_LENGTH
    ? {
        kind: "refused",
        reason: `The action, with the text around it, is too long: ${whole} characters, of at most ${MAX_LENGTH}.`,
      }
    : { kind: "action", action };
}

/** The model cannot make it any shorter. */
function withShortExtra({ extra, ...call }: ToolCall): ToolCall {
  return extra === undefined || JSON.stringify(extra).length > MAX_EXTRA_LENGTH
    ? call
    : { ...call, extra };
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
