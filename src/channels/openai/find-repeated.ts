import type { Archive } from "../../archive.ts";
import type { IncomingMessage } from "../../message.ts";
import { findDifferences } from "../webhook/idempotency.ts";

/** As long as OpenAI's clients wait for an answer before they ask again. */
const MAX_AGE_MS = 10 * 60_000;

/**
 * The message's first attempt, where its client says that this is not the first, and the newest turn of the conversation has
 * the same message: OpenAI's clients send no id that says so. `undefined` where there is none.
 */
export async function findRepeated(
  headers: Headers,
  {
    message,
    archive,
    now = Date.now,
  }: { message: IncomingMessage; archive: Archive; now?: () => number },
): Promise<string | undefined> {
  if (!/^[1-9]\d?$/.test(headers.get("x-stainless-retry-count") ?? ""))
    return undefined;
  const { conversation } = message;
  const record = await archive.read(conversation, { newest: 1 });
  const id = record?.openTurns.at(-1)?.id ?? record?.messages.at(-1)?.turn;
  if (id === undefined) return undefined;
  const turn = await archive.findTurn({ conversation, id });
  return turn !== undefined &&
    turn.status !== "failed" &&
    now() - turn.acceptedAt < MAX_AGE_MS &&
    findDifferences(turn.message, message).length === 0
    ? id
    : undefined;
}
