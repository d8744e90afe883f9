import type { FailureReport } from "../../memory.ts";
import type { Ending, StoredFailure } from "./conversation-items.ts";
import type { ConversationStore } from "./conversation-store.ts";
import { toSortableNumber } from "./keys.ts";
import { readStoredTurn } from "./read-stored-turn.ts";
import type { OpenTurn, Root } from "./root.ts";

/** One run reports no more. */
const MAX_REPORTS = 20;

/** For a turn that is to be closed as failed; counts once the root has it not open any more. */
export async function noteFailure(
  store: ConversationStore,
  { epoch }: Root,
  { id, number, isCommand }: OpenTurn,
  { failed }: Ending,
): Promise<void> {
  const { items, now } = store;
  const stored = await readStoredTurn(store, id);
  if (stored?.value.message === undefined)
    throw new Error("A stored turn could not be read back.");
  const { acceptedAt, message } = stored.value;
  const options = { turn: number, epoch };
  const path = [toSortableNumber(number)];
  await items.failures.put(
    path,
    {
      id,
      failure: failed?.failure ?? "error",
      attempts: failed?.attempts ?? 1,
      acceptedAt,
      failedAt: failed?.at ?? now(),
      channel: message.channel,
      ...(isCommand && { isCommand }),
    },
    options,
  );
  await items.reports.put(path, id, options);
}

/** For a turn that does not count as failed any more: the list has to learn of it. */
export async function noteRecovery(
  { items }: ConversationStore,
  { epoch }: Root,
  { id, number }: Pick<OpenTurn, "id" | "number">,
): Promise<void> {
  const path = [toSortableNumber(number)];
  await items.reports.put(path, id, { turn: number, epoch });
}

/** What the list of failed turns does not know yet; see `Memory`. */
export async function readUnreportedFailures(
  store: ConversationStore,
): Promise<readonly FailureReport[]> {
  const { items, conversation } = store;
  const reports = await items.reports.list({
    limit: MAX_REPORTS,
    isConsistent: true,
  });
  if (reports.length === 0) return [];
  const root = await store.readRoot();
  const found: FailureReport[] = [];
  for (const { value: id, turn: number } of reports) {
    const failure = await findFailure(store, root, number);
    if (failure === "pending") continue;
    if (failure === undefined) {
      found.push({ kind: "recovered", turn: { id, conversation } });
      continue;
    }
    const { isCommand: _, ...turn } = failure;
    found.push({ kind: "failed", turn: { ...turn, conversation } });
  }
  return found;
}

/** See `Memory`. What has become of the turn since it was reported is still to be reported. */
export async function noteReported(
  store: ConversationStore,
  report: FailureReport,
): Promise<void> {
  const { reports } = store.items;
  const stored = await readStoredTurn(store, report.turn.id);
  if (stored === undefined) return;
  const path = [toSortableNumber(stored.turn)];
  // Before what it is about: whatever changes that behind this writes another one.
  const noted = await reports.get(path, { isConsistent: true });
  if (noted === undefined) return;
  const root = await store.readNewestRoot();
  const failure = await findFailure(store, root, stored.turn);
  if (saysSo(report, failure))
    await reports.delete(path, { stamp: noted.stamp });
}

function saysSo(
  report: FailureReport,
  failure: StoredFailure | "pending" | undefined,
): boolean {
  if (report.kind === "recovered" || failure === undefined)
    return report.kind === "recovered" && failure === undefined;
  const { failedAt, attempts } = report.turn;
  return (
    failure !== "pending" &&
    failure.failedAt === failedAt &&
    failure.attempts === attempts
  );
}

/** The newest failed turn with a lower number, commands left out. */
export async function findLastFailed(
  { items, isExpired }: ConversationStore,
  { open, firstNumber }: Root,
  before: number,
): Promise<string | undefined> {
  const failures = await items.failures.list({
    from: toSortableNumber(firstNumber),
    to: toSortableNumber(before - 1),
    isNewestFirst: true,
    isConsistent: true,
  });
  const found = failures.find(
    ({ value: { id, isCommand, acceptedAt } }) =>
      !isCommand &&
      !isExpired(acceptedAt) &&
      open.every((turn) => turn.id !== id),
  );
  return found?.value.id;
}

/** `pending`: that it fails is being written just now, or its notice is being sent. */
async function findFailure(
  { items, isExpired }: ConversationStore,
  { open, firstNumber }: Root,
  number: number,
): Promise<StoredFailure | "pending" | undefined> {
  const turn = open.find((one) => one.number === number);
  if (turn !== undefined)
    return turn.isReopened && turn.status !== "failed" ? undefined : "pending";
  if (number < firstNumber) return undefined;
  const path = [toSortableNumber(number)];
  const failure = await items.failures.get(path, { isConsistent: true });
  const isGone = failure === undefined || isExpired(failure.value.acceptedAt);
  return isGone ? undefined : failure.value;
}
