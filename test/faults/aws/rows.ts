import type { Fault, MadeRequest, RequestKind } from "./process.ts";
import type { Point } from "./run-fault.ts";

const FAULTS: Readonly<Record<Fault, string>> = {
  "dies before": "dies before",
  "dies after": "dies after",
  "halts before": "is overtaken before",
  "halts after": "is overtaken after",
  "throttled once": "is throttled once at",
  "throttled for long": "is throttled for long at",
  "lost once": "loses the answer once of",
  "lost for good": "loses all answers of",
  "throttled from then on": "finds DynamoDB throttled for an hour from",
  "cut off from then on": "is cut off for an hour from",
};

const KINDS: Readonly<Record<RequestKind, string>> = {
  read: "a read of DynamoDB",
  write: "a write to DynamoDB",
  queue: "a request to SQS",
  model: "a call of the model",
  tool: "a call of the tool",
  part: "sending a part",
};

/** AWS only throttles its own services. */
const OF_AWS: readonly RequestKind[] = ["read", "write", "queue"];

const WORKERS: readonly Fault[] = [
  "dies before",
  "dies after",
  "halts before",
  "halts after",
  "throttled once",
  "throttled for long",
  "lost once",
  "lost for good",
  "throttled from then on",
  "cut off from then on",
];
const HTTP_FUNCTIONS = WORKERS.filter((fault) => !fault.startsWith("halts"));

/** All rows of the table. */
export const ROWS: readonly string[] = [
  ...HTTP_FUNCTIONS.flatMap((fault) =>
    OF_AWS.map((kind) => rowOf({ who: "http function", fault }, { kind })),
  ),
  ...WORKERS.flatMap((fault) =>
    Object.keys(KINDS)
      .filter(isKind)
      .map((kind) => rowOf({ who: "worker", fault }, { kind })),
  ),
  ...Object.keys(KINDS)
    .filter(isKind)
    .map((kind) => rowOfEncounter({ kind })),
];

export function rowOfEncounter({ kind }: Pick<MadeRequest, "kind">): string {
  return `two workers take turns from ${KINDS[kind]} on`;
}

export function rowOf(
  { who, fault }: Pick<Point, "who" | "fault">,
  { kind }: Pick<MadeRequest, "kind">,
): string {
  return `the ${who} ${FAULTS[fault]} ${KINDS[kind]}`;
}

/** All faults of a healthy process's requests. */
export function pointsOf(
  who: Point["who"],
  requests: readonly MadeRequest[],
  { hasFollower }: { hasFollower: boolean },
): readonly Point[] {
  const faults = who === "worker" ? WORKERS : HTTP_FUNCTIONS;
  return faults.flatMap((fault) =>
    requests.flatMap((request, index) =>
      isPossible(fault, request.kind)
        ? [{ who, fault, at: index + 1, request, hasFollower }]
        : [],
    ),
  );
}

function isPossible(fault: Fault, kind: RequestKind): boolean {
  if (fault === "throttled from then on" && kind === "queue") return false;
  return /^(dies|halts)/.test(fault) || OF_AWS.includes(kind);
}

function isKind(text: string): text is RequestKind {
  return text in KINDS;
}
