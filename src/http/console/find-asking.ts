import type { Archive } from "../../types/archive.ts";
import type { ShownRequest } from "../../types/asking.ts";
import type { TurnIndex, TurnPage, TurnQuery } from "../../types/turn-index.ts";

/** Requests that are shown; a Worker on the free plan makes 50 in all. */
const MAX_READ = 15;

interface AskingPage extends TurnPage {
  /** By conversation. */
  readonly requests: ReadonlyMap<string, ShownRequest>;
}

/**
 * The conversations that wait for a person: on the first page those first that
 * ask for one, whatever was said since.
 */
export async function listWaiting(
  query: TurnQuery,
  {
    turnIndex,
    archive,
  }: { turnIndex: TurnIndex; archive: Pick<Archive, "read"> },
): Promise<AskingPage> {
  const { isNewestOnly: _, before, ...rest } = query;
  const [asking, left] = await Promise.all([
    before === undefined
      ? turnIndex.list({ ...rest, outcomes: ["asked"] })
      : { turns: [] },
    turnIndex.list(query),
  ]);
  const names = new Set(asking.turns.map(({ conversation }) => conversation));
  const requests = new Map<string, ShownRequest>();
  await Promise.all(
    [...names].slice(0, MAX_READ).map(async (conversation) => {
      const record = await archive.read(conversation, { newest: 1 });
      if (record?.wanted) requests.set(conversation, record.wanted);
    }),
  );
  const others = left.turns.filter((turn) => !names.has(turn.conversation));
  return { ...left, turns: [...asking.turns, ...others], requests };
}
