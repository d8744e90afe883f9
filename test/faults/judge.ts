/** What users and servers saw of a conversation, and its final state. */
export interface Evidence {
  /** Messages the user got, named by their place in the script, in order. */
  readonly sent: readonly string[];
  /** Requests to models and tools, in order. */
  readonly calls: readonly string[];
  readonly history: readonly string[];
}

/** The expected result. */
export interface Expectation {
  readonly sent: readonly string[];
  readonly history: readonly string[];
  /** Number of kills. */
  readonly kills: number;
  /** Calls that may be repeated once per kill. */
  readonly mayRepeat?: ReadonlySet<string>;
  /**
   * What may be sent or requested once more per kill: a part, a leftover
   * preview, or a call.
   */
  readonly inWindow?: string | undefined;
}

/** Violations in a run. */
export interface Verdict {
  /** Something was never sent. */
  readonly isLost: boolean;
  /** Something was sent more than once, or should not have been sent. */
  readonly isTwice: boolean;
  /** What the documented window permits was sent or requested twice. */
  readonly isTwiceInWindow: boolean;
  readonly isOutOfOrder: boolean;
  readonly isHistoryBroken: boolean;
  /** A call was repeated although its outcome was stored. */
  readonly isRepeated: boolean;
  /** Another conversation with a running turn did not end as expected. */
  readonly isNeighbourHurt: boolean;
}

export function judge(
  { sent, calls, history }: Evidence,
  { kills, mayRepeat, inWindow, ...expected }: Expectation,
): Verdict {
  const distinct = [...new Set(sent)];
  const copies = countEach(sent);
  const wanted = (name: string) => (expected.sent.includes(name) ? 1 : 0);
  const isAllowed = (name: string, count: number) =>
    count <= wanted(name) + (name === inWindow ? kills : 0);
  const made = countEach(calls);
  return {
    isLost: expected.sent.some((name) => !copies.has(name)),
    isTwice: [...copies].some(([name, count]) => !isAllowed(name, count)),
    isTwiceInWindow:
      inWindow !== undefined &&
      ((copies.get(inWindow) ?? 0) > wanted(inWindow) ||
        (made.get(inWindow) ?? 0) > 1),
    isOutOfOrder:
      distinct.filter((name) => expected.sent.includes(name)).join() !==
      expected.sent.filter((name) => copies.has(name)).join(),
    isHistoryBroken: history.join("\n") !== expected.history.join("\n"),
    isRepeated: [...made].some(
      ([name, count]) =>
        count > 1 + (mayRepeat?.has(name) || name === inWindow ? kills : 0),
    ),
    isNeighbourHurt: false,
  };
}

/** Duplicates in the documented window are permitted. */
export function isSound(verdict: Verdict): boolean {
  return Object.values({ ...verdict, isTwiceInWindow: false }).every(
    (isSo) => !isSo,
  );
}

/** All that is wrong in either. */
export function mergeVerdicts(
  verdict: Verdict,
  other: Partial<Verdict>,
): Verdict {
  const wrong = Object.entries(other).filter(([, isSo]) => isSo);
  return { ...verdict, ...Object.fromEntries(wrong) };
}

function countEach(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
