import {
  createProcess,
  type FaultyProcess,
  type MadeRequest,
  type Pace,
} from "./process.ts";

/** Two workers on the same conversation. */
export interface Rivals {
  readonly first: FaultyProcess;
  readonly second: FaultyProcess;
  /**
   * A call or part that both made because one had not stored its outcome when
   * the other last read the conversation before taking it over. `undefined` if
   * there is none, or the lease was renewed in between.
   */
  readonly underWay: () => MadeRequest | undefined;
}

/**
 * @param at the first worker's request from which on they alternate
 * @param paces each makes one request at a time
 * @param readNext the next calls and parts according to the stored state
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
        // The lease restarts: work after this is not in progress, and a worker
        // that knew the earlier state must not begin.
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

/**
 * What was next when a worker read or wrote the state, since its last call or
 * part; and the same of its rival.
 */
interface Watched {
  readonly known: Set<string>;
  readonly rivals: Set<string>;
}

function isOutward({ kind }: MadeRequest): boolean {
  return kind === "model" || kind === "tool" || kind === "part";
}
