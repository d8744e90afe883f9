import type { InsideFault } from "./inside-fault.ts";
import type { Stage } from "./relay.ts";

/** A point of a turn at which a process is killed, and what may be repeated. */
export interface FaultCase {
  /** Row in the table. */
  readonly row: string;
  readonly fault:
    | ({ readonly kind: "inside" } & Omit<InsideFault, "conversation">)
    | {
        readonly kind: "outside";
        readonly call: string;
        readonly stage: Stage;
      };
  /** Calls whose outcome is not stored yet. */
  readonly mayRepeat: ReadonlySet<string>;
  /** The part that was sent but not stored as sent: the documented window. */
  readonly inWindow?: string;
  /**
   * The turn's first model call was made: another message can arrive while it
   * is pending.
   */
  readonly isAtWork: boolean;
}

/** Concurrent requests. */
interface RequestStop {
  readonly kind: "requests";
  readonly calls: readonly string[];
  readonly stages: readonly Stage[];
}

/** Work inside the Worker. */
interface WorkStop {
  readonly kind: "work";
  /** Name of its points in the Worker. */
  readonly name: string;
  readonly label: string;
  readonly moments: readonly ("before" | "while" | "after")[];
  /**
   * It writes, so killing at once and a moment later leaves different data on
   * disk.
   */
  readonly writes: boolean;
  /** The call whose outcome it stores. */
  readonly stores?: string;
  /** Another call that may be running or finished. */
  readonly beside?: string;
}

export type Stop = RequestStop | WorkStop;

const WAY: readonly Stop[] = [
  write("openTurn", "storing the message"),
  // The alarm may start its work during the write.
  write("deliver", "accepting the message", {
    moments: ["after"],
    beside: "model call 1",
  }),
  read("alarm", "the alarm begins", { moments: ["before"] }),
  store("beginAttempt", "noting the attempt"),
  read("recall 1", "recalling the history"),
  askModel("model call 1"),
  store("saveSteps 0 actions", "storing actions 1 and 2, of one reply", {
    stores: "model call 1",
  }),
  {
    kind: "requests",
    calls: ["search 1", "search 2"],
    stages: ["asked", "done", "half answered"],
  },
  store("saveSteps 0 observation", "storing observation 1", {
    stores: "search 1",
    beside: "search 2",
  }),
  store("saveSteps 1 observation", "storing observation 2", {
    stores: "search 2",
    beside: "search 1",
  }),
  askModel("model call 2"),
  store("saveSteps 2 actions", "storing action 3", { stores: "model call 2" }),
  store("saveSteps 2 observation", "storing observation 3"),
  askModel("model call 3"),
  store("commitTurn", "committing the turn", { stores: "model call 3" }),
  read("pendingParts", "reading the parts"),
  ...sendPart(1),
  ...sendPart(2),
  askFor("part 3"),
  store("closeTurn", "noting part 3 as sent and closing the turn", {
    stores: "part 3",
  }),
  read("recall 2", "looking whether the memory is full"),
  write("alarm", "the alarm's work", { moments: ["after"] }),
];

function askModel(call: string): RequestStop {
  return {
    kind: "requests",
    calls: [call],
    stages: ["asked", "half answered"],
  };
}

function askFor(call: string): RequestStop {
  return { kind: "requests", calls: [call], stages: ["asked", "done"] };
}

function sendPart(part: number): readonly Stop[] {
  const call = `part ${part}`;
  return [
    askFor(call),
    store(`noteSent ${part - 1}`, `noting ${call} as sent`, { stores: call }),
  ];
}

type Details = Partial<Pick<WorkStop, "moments" | "stores" | "beside">>;

export function read(
  name: string,
  label: string,
  details: Details = {},
): WorkStop {
  const moments = ["before", "after"] as const;
  return { kind: "work", name, label, moments, writes: false, ...details };
}

export function write(
  name: string,
  label: string,
  details: Details = {},
): WorkStop {
  return { ...read(name, label, details), writes: true };
}

/** Work that ends only when its writes are durable. */
export function store(
  name: string,
  label: string,
  details: Details = {},
): WorkStop {
  const moments = ["before", "while", "after"] as const;
  return write(name, label, { moments, ...details });
}

const STAGE_LABELS: Readonly<Record<Stage, string>> = {
  asked: "before %",
  done: "after %, before its answer",
  "half answered": "in the middle of %'s answer",
  "nearly answered": "near the end of %'s answer",
};

/** All points of a way, in order; by default the long question's. */
export function faultsOnTheWay(
  way: readonly Stop[] = WAY,
): readonly FaultCase[] {
  const cases: FaultCase[] = [];
  /** Calls made whose outcome is not stored. */
  const open = new Set<string>();
  let isAtWork = false;
  const add = (
    details: Pick<FaultCase, "row" | "fault">,
    { beside, inWindow }: { beside?: string; inWindow?: string | undefined },
  ): void => {
    cases.push({
      ...details,
      mayRepeat: new Set(beside === undefined ? open : [...open, beside]),
      isAtWork,
      ...(inWindow !== undefined && { inWindow }),
    });
  };

  for (const stop of way) {
    if (stop.kind === "requests") {
      for (const call of stop.calls) open.add(call);
      isAtWork ||= stop.calls.includes("model call 1");
      for (const call of stop.calls)
        for (const stage of stop.stages) {
          const row = STAGE_LABELS[stage].replace("%", labelOf(call));
          const inWindow =
            stage === "done" && isNewMessage(call) ? call : undefined;
          add({ row, fault: { kind: "outside", call, stage } }, { inWindow });
        }
      continue;
    }
    for (const moment of stop.moments) {
      if (moment === "after" && stop.stores !== undefined)
        open.delete(stop.stores);
      const row = `${moment} ${stop.label}`;
      const point = `${moment} ${stop.name}`;
      const unsettled = [...open, stop.beside ?? ""];
      const place = { ...stop, inWindow: unsettled.find(isNewMessage) };
      add({ row, fault: { kind: "inside", point, when: "at once" } }, place);
      if (moment === "after" && stop.writes)
        add(
          { row, fault: { kind: "inside", point, when: "once stored" } },
          place,
        );
    }
  }
  return cases;
}

/**
 * A new message, including previews; not an edit or a draft, which can be
 * repeated.
 */
function isNewMessage(call: string): boolean {
  return /^(part \d|preview \d|answer to .+|stopped|question|callback|\w+ answer)$/.test(
    call,
  );
}

function labelOf(call: string): string {
  if (call === "removal") return "removing what is too much";
  if (call.startsWith("edit: "))
    return call.replace("edit: ", "editing to the ");
  if (call.startsWith("draft: ")) return call.replace("draft: ", "drafting ");
  return isNewMessage(call) ? `sending ${call}` : call;
}
