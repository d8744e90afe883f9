import { hashOf } from "../../runtime/hash.ts";
import { isObject } from "../../text/json.ts";
import { PauseError, ToolError } from "../../types/errors.ts";
import type { Tool } from "../../types/tool.ts";
import type { AgentAction, Step } from "../../types/turn.ts";
import type { PromptOrigins } from "./find-origins.ts";

/** Users would not read more than this. */
const MAX_INPUT = 1_500;

/**
 * Has people approve actions that a third party may have prompted. A `harmful`
 * tool runs without approval only if the prompt contains no third-party text,
 * so a remote server's always asks; one with `unknown` effects, only if nothing
 * was read but its own server's texts. Otherwise the turn pauses, and Parley,
 * not the model, shows the whole action: see `askFirst`. Who approves it lets
 * exactly this action run, once: the turn that goes on knows its fingerprint.
 * The same answer results after a crash, since it does not depend on what the
 * actions of the same reply have found.
 *
 * Throws a `PauseError`, or a `ToolError`, unless the tool may run.
 * @param steps the turn's steps; updated as they come
 * @param findOrigins see `findPromptOrigins`
 * @param unasked names of tools that never ask; `shop__*` for all of a server
 * @param canAsk whether somebody reads the question
 */
export function createApproval({
  steps,
  findOrigins,
  unasked,
  canAsk,
}: {
  steps: readonly Step[];
  findOrigins: (steps: readonly Step[]) => PromptOrigins;
  unasked: readonly string[];
  canAsk: boolean;
}): (tool: Tool, input: unknown, action: AgentAction) => Promise<void> {
  const mayRunUnasked = (
    { name, effect, server }: Tool,
    index: number,
  ): boolean => {
    if (unasked.includes(name) || unasked.includes(`${server}__*`)) return true;
    const { read, described } = findOrigins(steps.slice(0, index));
    return effect === "harmful"
      ? read.length + described.length === 0
      : read.every((origin) => origin === server);
  };

  return async (tool, fields, action) => {
    if (tool.effect === undefined) return;
    const index = steps.findIndex((step) => step.action === action);
    if (mayRunUnasked(tool, startOfReply(steps, index))) return;
    const { name } = tool;
    const input = writeSorted(fields);
    const fingerprint = await hashOf([name, input]);
    if (steps[index]?.approved === fingerprint) return;
    if (!canAsk)
      throw new ToolError(
        `${name} was not run: it may change something, so a person has to approve it, and nobody can be asked here. Say so.`,
      );
    if (input.length > MAX_INPUT)
      throw new ToolError(
        `${name} was not run: it may change something, so a person has to approve it, but its input is too long to show. Make it shorter.`,
      );
    throw new PauseError({
      kind: "approval",
      tool: name,
      input: fields,
      action: fingerprint,
    });
  };
}

/** Of the reply that chose the action. */
function startOfReply(steps: readonly Step[], index: number): number {
  let start = index;
  while (start > 0 && steps[start]?.action.withPrevious) start--;
  return start;
}

/** Serialises an input independently of the order of its fields. */
function writeSorted(input: unknown): string {
  return JSON.stringify(input, (_, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(value).toSorted(([one], [other]) =>
            one < other ? -1 : 1,
          ),
        )
      : value,
  );
}
