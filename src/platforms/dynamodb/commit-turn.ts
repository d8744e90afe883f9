import type { ReplyFile, ReplyPart } from "../../channel.ts";
import type { Outcome } from "../../memory.ts";
import type { Turn } from "../../turn.ts";
import type { Ending } from "./conversation-items.ts";
import type { ConversationStore, Progress } from "./conversation-store.ts";
import { noteFailure } from "./failures.ts";
import { appendHistory, type HistoryAddition } from "./history.ts";
import { toSortableNumber } from "./keys.ts";
import { LeaseLostError } from "./lease-errors.ts";
import { settleMerge } from "./merge-turns.ts";
import { readParts } from "./parts.ts";
import { readStoredTurn } from "./read-stored-turn.ts";
import { readTurn } from "./read-turn.ts";
import {
  findOpenTurn,
  isUnanswered,
  type OpenTurn,
  type Root,
  withOpenTurn,
} from "./root.ts";
import { closeInRoot } from "./close-turn.ts";
import { readSteps } from "./steps.ts";

/** Ends a turn with its history and parts; see `Memory`. All of it is written first, and is true once the root says so. */
export async function commitTurn(
  store: ConversationStore,
  id: string,
  outcome: Outcome,
): Promise<Turn | undefined> {
  const at = store.now();
  const root = await store.change(
    async (before) => {
      const turn = findOpenTurn(before, id);
      if (turn === undefined || !isUnanswered(turn))
        return { result: undefined };
      await settleMerge(store, turn);
      const after = await end(store, before, { turn, outcome, at });
      return { root: after, result: after };
    },
    { isWork: true },
  );
  if (root === undefined) return undefined;
  const turn = await readTurn(store, root, id);
  if (findOpenTurn(root, id) === undefined) store.dropLease(id);
  return turn;
}

async function end(
  store: ConversationStore,
  root: Root,
  { turn, outcome, at }: { turn: OpenTurn; outcome: Outcome; at: number },
): Promise<Root> {
  const { id, number } = turn;
  const { items, progress } = store;
  const { epoch } = root;
  const known = await toProgress(store, id);
  const ending = toEnding({ turn, outcome, at, steps: known.steps.length });
  await putFiles(store, turn, outcome.parts);
  if (!(await items.endings.put([id], ending, { turn: number, epoch })))
    throw new LeaseLostError();
  progress.set(id, { ...known, ending });

  const stored = await readStoredTurn(store, id);
  const addition: HistoryAddition = {
    turn,
    messages: outcome.history,
    askedAt: stored?.value.acceptedAt ?? at,
    author: stored?.value.message?.author.id,
    metadata: stored?.value.message?.metadata,
    answeredAt: at,
    steps: known.steps,
  };
  const isSent =
    outcome.parts.length === 0 && (await readParts(store, id)).length === 0;
  const ended = withOpenTurn(
    withAnnouncement(await appendHistory(store, root, addition), outcome),
    { ...turn, status: outcome.status, attempts: 1 },
  );
  if (!isSent) return ended;
  if (outcome.status === "failed") await noteFailure(store, root, turn, ending);
  else if (turn.isReopened)
    await items.failures.delete([toSortableNumber(number)]);
  return closeInRoot(store, ended, { ...turn, status: outcome.status });
}

/** Where this worker has not been there from the beginning on, the steps are read. */
async function toProgress(
  store: ConversationStore,
  id: string,
): Promise<Progress> {
  const known = store.progress.get(id);
  if (known !== undefined) return known;
  return { steps: await readSteps(store, id), hasParts: true };
}

function toEnding({
  turn: { attempts, target },
  outcome: { status, failure = "error", reply, usage, parts, isStopped },
  at,
  steps,
}: {
  turn: OpenTurn;
  outcome: Outcome;
  at: number;
  steps: number;
}): Ending {
  const files = parts.flatMap(({ file }, index) =>
    file === undefined ? [] : [index],
  );
  return {
    status,
    ...(status === "failed" && { failed: { failure, at, attempts } }),
    reply,
    usage,
    parts: parts.map(withoutFile),
    ...(files.length > 0 && { files }),
    ...(isStopped && { isStopped }),
    ...(target !== undefined && { target }),
    steps,
  };
}

function withoutFile(part: ReplyPart): ReplyPart {
  const { file: _, ...rest } = part;
  return rest;
}

/** In items of their own, which are deleted once they are sent. */
async function putFiles(
  { items, readRoot }: ConversationStore,
  { id, number }: OpenTurn,
  parts: readonly ReplyPart[],
): Promise<void> {
  const put = async (index: number, file: ReplyFile): Promise<void> => {
    const { epoch } = await readRoot();
    const path = [id, toSortableNumber(index)];
    await items.files.put(path, file, { turn: number, epoch });
  };
  for (const [index, { file }] of parts.entries())
    if (file !== undefined) await put(index, file);
}

function withAnnouncement(root: Root, { announcesCut }: Outcome): Root {
  return announcesCut && root.window.start > 0
    ? { ...root, window: { ...root.window, isAnnounced: true } }
    : root;
}
