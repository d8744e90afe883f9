import type { Recollection } from "../history.ts";
import type { IncomingMessage } from "../message.ts";
import type { Tool } from "../ports.ts";
import type { TurnStep } from "../turn.ts";

/** What a person passes on, quotes or attaches, and what others of a group or a caller's own history say. */
const MESSAGE = "message";

/** Between a server's name and its tool's. */
const SEPARATOR = "__";

interface TurnData {
  readonly message: IncomingMessage;
  readonly steps: readonly Pick<TurnStep, "action" | "observation">[];
  readonly tools: readonly Tool[];
}

/**
 * Who has written texts that a turn has read, apart from the person, the operator and Parley itself: servers and tools by their names,
 * `message` for what came with the message. A model may take these texts for orders.
 */
export function findOrigins({
  message,
  steps,
  tools,
}: TurnData): readonly string[] {
  const found = steps.flatMap(({ action: { tool: name }, observation }) => {
    const tool = tools.find((one) => one.name === name);
    // An unknown tool's observation is Parley's own, unless its server has gone since.
    if (observation === undefined || tool?.isOwnText) return [];
    if (tool !== undefined) return [tool.server ?? name];
    return name.includes(SEPARATOR) ? [name.split(SEPARATOR)[0] ?? name] : [];
  });
  return [...new Set([...(bringsData(message) ? [MESSAGE] : []), ...found])];
}

function bringsData({
  quoted,
  forwarded,
  attachments,
  isGroup,
  preceding,
}: IncomingMessage): boolean {
  return (
    isGroup === true ||
    quoted !== undefined ||
    forwarded !== undefined ||
    attachments.length > 0 ||
    preceding?.some(({ role }) => role === "assistant") === true
  );
}

/** Who has a part in a prompt. */
export interface PromptOrigins {
  /** By texts that were read, in this turn or in what is remembered. */
  readonly read: readonly string[];
  /** By how their server describes the tools that there are. */
  readonly described: readonly string[];
}

/** The same for all of a turn's prompt. */
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
