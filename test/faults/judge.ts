/** What people and servers saw of one conversation, and what it holds at the end. */
export interface Evidence {
  /** What the user got, by its place in the script, in order. */
  readonly sent: readonly string[];
  /** What models and tools were asked for, in order. */
  readonly calls: readonly string[];
  readonly history: readonly string[];
}

/** What should have come of it. */
export interface Expectation {
  readonly sent: readonly string[];
  readonly history: readonly string[];
  /** How often the process was killed. */
  readonly kills: number;
  /** Calls that may have been made once more for each kill. */
  readonly mayRepeat?: ReadonlySet<string>;
  /** What may have been sent or asked for once more for each kill: a part, a preview that is left over, or a call. */
  readonly inWindow?: string | undefined;
}

/** What went wrong. */
export interface Verdict {
  /** Something was never sent. */
  readonly isLost: boolean;
  /** Something was sent more than once, or was not to be sent at all. */
  readonly isTwice: boolean;
  /** What is in the documented window was sent, or asked for. */
  readonly isTwiceInWindow: boolean;
  readonly isOutOfOrder: boolean;
  readonly isHistoryBroken: boolean;
  /** A call was made again though its outcome was stored. */
  readonly isRepeated: boolean;
  /** Another conversation, which was in the middle of a turn, too, did not end as it should. */
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

/** What happens in the documented window is as promised. */
export function isSound(verdict: Verdict): boolean {
  return Object.values({ ...verdict, isTwiceInWindow: false }).every(
    (isSo) => !isSo,
  );
}

function countEach(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
