import type {
  Budget,
  BudgetLimits,
  BudgetScope,
  CallUsage,
  ReservationResult,
  TokenReservation,
} from "../../budget.ts";
import { addTokens } from "./add-tokens.ts";
import {
  dayOf,
  EVERYBODY,
  toPersonUsage,
  untilTomorrow,
} from "../budget-days.ts";
import { dayKey } from "./budget-keys.ts";
import { countMessage } from "./count-message.ts";
import type { DynamoTable } from "./table.ts";

/** A call whose end nobody has told yet. */
interface OpenCall {
  readonly day: number;
  readonly person: string;
  readonly tokens: number;
  readonly booking: Promise<ReservationResult>;
}

/**
 * The budget in a DynamoDB table: a day's sums are one small item for each person and one for everybody, which hold what
 * was reserved, too. A condition keeps each within its limit, whoever adds to it at the same moment; a call costs one write
 * unit for each of the two, and one more at the end of a turn.
 *
 * What was reserved for a call is known to the process that makes the call, and to nobody else: no other one could settle
 * it. Where a process dies between two writes, or an answer gets lost, somebody is charged a call too much, never too little.
 */
export function createDynamoBudget({
  table,
  limits,
  now = Date.now,
}: {
  table: DynamoTable;
  limits: BudgetLimits;
  now?: () => number;
}): Budget {
  const open = new Map<string, OpenCall>();
  // Nobody asks for everybody's sum where it has no limit: it would be a busy item for nothing.
  const countsEverybody = limits.globalDailyTokens > 0;

  /** What calls have used beyond what was reserved for them, or below it, by day and person. Each counts once. */
  function takeDifferences(calls: readonly CallUsage[]): Differences {
    const differences = new Map<string, Difference>();
    for (const { id, tokens } of calls) {
      const call = open.get(id);
      if (call === undefined) continue;
      open.delete(id);
      const { day, person } = call;
      for (const who of countsEverybody ? [person, EVERYBODY] : [person]) {
        const key = `${day} ${who}`;
        const sum = differences.get(key)?.tokens ?? 0;
        differences.set(key, { day, who, tokens: sum + tokens - call.tokens });
      }
    }
    return differences;
  }

  async function book(differences: Iterable<Difference>): Promise<void> {
    const changes = [...differences].filter(({ tokens }) => tokens !== 0);
    await Promise.all(changes.map((change) => addTokens(table, change)));
  }

  /** The scope whose budget is spent; `undefined` where all is booked. */
  async function bookWithinLimits(
    { person, tokens, day }: Omit<OpenCall, "booking">,
    differences: Differences,
  ): Promise<BudgetScope | undefined> {
    const rest = new Map(differences);
    /** Books the call together with what is to be settled in the same item. */
    const add = async (who: string, limit: number): Promise<boolean> => {
      const key = `${day} ${who}`;
      const sum = tokens + (rest.get(key)?.tokens ?? 0);
      const fits = await addTokens(table, { day, who, tokens: sum, limit });
      if (fits) rest.delete(key);
      return fits;
    };
    let spent: BudgetScope | undefined;
    if (!(await add(person, limits.userDailyTokens))) spent = "person";
    else if (
      countsEverybody &&
      !(await add(EVERYBODY, limits.globalDailyTokens))
    ) {
      spent = "everybody";
      await addTokens(table, { day, who: person, tokens: -tokens });
    }
    await book(rest.values());
    return spent;
  }

  async function reserve(
    reservation: Omit<OpenCall, "booking">,
    differences: Differences,
  ): Promise<ReservationResult> {
    const scope = await bookWithinLimits(reservation, differences);
    return scope === undefined
      ? { kind: "reserved" }
      : { kind: "spent", scope, waitMs: untilTomorrow(now()) };
  }

  return {
    limits,

    countMessage: (message) =>
      countMessage(table, message, {
        limit: limits.messagesPerMinute,
        now: now(),
      }),

    reserve: async ({ id, person, tokens }: TokenReservation, { settled }) => {
      const day = dayOf(now());
      const differences = takeDifferences(settled);
      const known = open.get(id);
      if (known !== undefined) {
        await book(differences.values());
        return known.booking;
      }
      forgetDaysBefore(open, day - 1);
      const booking = reserve({ day, person, tokens }, differences);
      open.set(id, { day, person, tokens, booking });
      try {
        const result = await booking;
        if (result.kind === "spent") open.delete(id);
        return result;
      } catch (error) {
        open.delete(id);
        throw error;
      }
    },

    settle: (calls) => book(takeDifferences(calls).values()),

    usageOf: async (person) => {
      const key = dayKey(dayOf(now()), person);
      const item = await table.get(key, { isConsistent: true });
      return toPersonUsage(item, now());
    },
  };
}

interface Difference {
  readonly day: number;
  readonly who: string;
  readonly tokens: number;
}

/** By day and person. */
type Differences = ReadonlyMap<string, Difference>;

/** Calls that nobody has settled in time stay booked. */
function forgetDaysBefore(open: Map<string, OpenCall>, day: number): void {
  for (const [id, call] of open) if (call.day < day) open.delete(id);
}
