import type { Fault, MadeRequest } from "../process.ts";

const WORKERS = {
  "http function": "the http function",
  "turn's worker": "the worker of the turn",
  "callback's worker": "the worker of the callback",
} as const;

export type Who = keyof typeof WORKERS;

const FAULTS = {
  "dies before": "dies before a request",
  "dies after": "dies after a request",
  "throttled once": "is throttled once",
  "throttled for long": "is throttled for long",
  "lost once": "loses an answer once",
  "lost for good": "loses all answers to a request",
} as const satisfies Partial<Record<Fault, string>>;

type CallbackFault = keyof typeof FAULTS;

/** The function, request and fault of a run. */
export interface Point {
  readonly who: Who;
  readonly fault: CallbackFault;
  /** 1-based. */
  readonly at: number;
  /**
   * The receiver may have got it without our knowing: the documented window.
   */
  readonly isInWindow: boolean;
}

/** All faults of a healthy process's requests. */
export function pointsOf(who: Who, requests: readonly MadeRequest[]): Point[] {
  const sent = requests.findIndex(({ kind }) => kind === "part");
  const isInWindow = (fault: CallbackFault, index: number): boolean =>
    sent !== -1 &&
    (index === sent
      ? fault === "dies after"
      : index === sent + 1 && /^(?:dies before|throttled for)/.test(fault));
  return Object.keys(FAULTS)
    .filter(isFault)
    .flatMap((fault) =>
      requests.flatMap(({ kind }, index) =>
        fault.startsWith("dies") || kind !== "part"
          ? [
              {
                who,
                fault,
                at: index + 1,
                isInWindow: isInWindow(fault, index),
              },
            ]
          : [],
      ),
    );
}

function isFault(text: string): text is CallbackFault {
  return text in FAULTS;
}

/** The table's row. */
export function rowOf({ who, fault }: Point): string {
  return `${WORKERS[who]} ${FAULTS[fault]}`;
}
