import type { Recollection } from "../../types/history.ts";
import type { IncomingMessage } from "../../types/message.ts";
import type { Tool } from "../../types/tool.ts";
import type { Step } from "../../types/turn.ts";

/**
 * Origin of what comes with a message: forwarded, quoted or attached content,
 * other group members' messages, a caller's own history.
 */
const MESSAGE = "message";

/** Between a server's name and its tool's name. */
const SEPARATOR = "__";

interface TurnData {
  readonly message: IncomingMessage;
  readonly steps: readonly Pick<Step, "action" | "observation">[];
  readonly tools: readonly Tool[];
}

/**
 * Origins of the third-party texts that a turn has read, i.e. texts not written
 * by the person, the operator or Parley: names of servers and tools, and
 * `message` for what came with the message. A model may mistake such texts for
 * instructions.
 */
export function findOrigins({
  message,
  steps,
  tools,
}: TurnData): readonly string[] {
  const found = steps.flatMap(({ action: { tool: name }, observation }) => {
    const tool = tools.find((one) => one.name === name);
    // An unknown tool's observation is Parley's own error text, unless its
    // server has gone since.
    if (observation === undefined || tool?.isOwnText) return [];
    if (tool !== undefined) return [tool.server ?? name];
    return name.includes(SEPARATOR) ? [name.split(SEPARATOR)[0] ?? name] : [];
  });
  return [...new Set([...(bringsData(message) ? [MESSAGE] : []), ...found])];
}

function bringsData({
  quoted,
  quotedId,
  forwarded,
  forwardedId,
  attachments,
  isGroup,
  preceding,
}: IncomingMessage): boolean {
  return (
    isGroup === true ||
    [quoted, quotedId, forwarded, forwardedId].some(
      (brought) => brought !== undefined,
    ) ||
    attachments.length > 0 ||
    preceding?.some(({ role }) => role === "assistant") === true
  );
}

/** Third parties whose texts are part of a prompt. */
export interface PromptOrigins {
  /** Origins of texts read in this turn or remembered. */
  readonly read: readonly string[];
  /** Servers whose tool descriptions are in the prompt. */
  readonly described: readonly string[];
}

/** Like `findOrigins`, for the whole prompt. */
export function findPromptOrigins({
  recollection: { messages, summaryFrom = [] },
  ...turn
}: TurnData & {
  readonly recollection: Pick<Recollection, "messages" | "summaryFrom">;
}): PromptOrigins {
  return {
    read: [
      ...findOrigins(turn),
      ...messages.flatMap(({ dataFrom = [] }) => dataFrom),
      ...summaryFrom,
    ],
    described: turn.tools.flatMap(({ server }) => server ?? []),
  };
}
