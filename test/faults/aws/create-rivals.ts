import {
  createProcess,
  type FaultyProcess,
  type MadeRequest,
  type Pace,
} from "./process.ts";

/** Two workers on one conversation. */
export interface Rivals {
  readonly first: FaultyProcess;
  readonly second: FaultyProcess;
  /**
   * The call or part that one of them had made, or stood before, with its outcome not stored when the other one, which made it
   * too, looked at the conversation for the last time before taking it. Not where the one has renewed its lease in between.
   */
  readonly underWay: () => MadeRequest | undefined;
}

/**
 * @param at the first one's request from which on they go at their paces
 * @param paces by which one request is made at a time
 * @param readNext the calls and parts that come next, as far as is stored
 */
export function createRivals({
  at,
  paces: [firstPace, secondPace],
  readNext,
}: {
  at: number;
  paces: readonly [Pace, Pace];
  readNext: () => Promise<readonly string[]>;
}): Rivals {
  let underWay: MadeRequest | undefined;
  const watch = (
    pace: Pace,
    { known, rivals, rival }: Watched & { rival: () => FaultyProcess },
  ): Pace => {
    return (work, request) =>
      pace(async () => {
        const { name } = request;
        const made = rival().requests.filter(isOutward);
        if (
          /^((Get|Put)Item state|Query piece\/turn\/.*)$/.test(name) &&
          made.length > 0
        )
          for (const next of await readNext()) known.add(next);
        if (isOutward(request)) {
          const isShared = made.some((other) => other.name === name);
          if (isShared && known.has(name)) underWay ??= request;
          known.clear();
        }
        const result = await work();
        // Its lease restarts: what it does from now on is not under way, and who knew the state before must not begin.
        if (name === "PutItem state") rivals.clear();
        return result;
      }, request);
  };
  const [known, rivals] = [new Set<string>(), new Set<string>()];
  const first: FaultyProcess = createProcess({
    at,
    pace: watch(firstPace, { known, rivals, rival: () => second }),
  });
  const second: FaultyProcess = createProcess({
    at: 1,
    pace: watch(secondPace, {
      known: rivals,
      rivals: known,
      rival: () => first,
    }),
  });
  return { first, second, underWay: () => underWay };
}

/** What came next when a worker looked at the state, or wrote it, since its last call or part; and the same of its rival. */
interface Watched {
  readonly known: Set<string>;
  readonly rivals: Set<string>;
}

function isOutward({ kind }: MadeRequest): boolean {
  return kind === "model" || kind === "tool" || kind === "part";
}
