import type {
  Budget,
  BudgetLimits,
  BudgetScope,
  SettledCall,
  Spender,
} from "../types/budget.ts";
import {
  addSums,
  type CounterChange,
  type Counters,
} from "../types/counters.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Attempts to reserve while concurrent calls change what is left. */
const MAX_TRIES = 8;

/** A limit that applies to a call, and the key of its sums. */
interface ScopeLimit {
  readonly scope: BudgetScope;
  readonly key: string;
  /** 0: no limit. */
  readonly limit: number;
}

/**
 * A budget on top of counters. Each person, each site, each channel and the
 * deployment have three sums per day: `booked`, the tokens spent and reserved, which
 * limits apply to; `spent`, only those spent; `calls`, the number of running
 * calls.
 */
export function createBudget({
  counters,
  limits,
  now = Date.now,
}: {
  counters: Counters;
  limits: BudgetLimits;
  now?: () => number;
}): Budget {
  const untilTomorrow = (): number => DAY_MS - (now() % DAY_MS);

  /** Replaces reserved tokens with those used. */
  const settlementOf = (calls: readonly SettledCall[]): CounterChange[] =>
    calls.flatMap(({ reservation, tokens }) =>
      scopesOf(reservation, { day: reservation.day, limits }).map(
        ({ scope, key }) => ({
          key,
          add: {
            booked: tokens - (reservation.booked[scope] ?? 0),
            spent: tokens,
            calls: -1,
          },
          expiresAt: expiryOf(reservation.day),
        }),
      ),
    );

  const settle = async (calls: readonly SettledCall[]): Promise<void> => {
    const changes = settlementOf(calls);
    if (changes.length > 0) await counters.add(mergeChanges(changes));
  };

  const isFirstExcess = async (
    at: number,
    person: string,
  ): Promise<boolean> => {
    const minute = Math.floor(at / MINUTE_MS);
    const counting = await counters.add([
      {
        key: personKey("excess", minute, person),
        add: { messages: 1 },
        atMost: { messages: 1 },
        expiresAt: (minute + 1) * MINUTE_MS,
      },
    ]);
    return counting.kind === "added";
  };

  return {
    limits,

    async countMessage(person, { isPress = false } = {}) {
      const at = now();
      const limit = limits.messagesPerMinute;
      const [ofMinute, ...ofDay] = messageSums(person, { at, isPress });
      const counting = await counters.add([
        { ...ofMinute, ...(limit > 0 && { atMost: { messages: limit } }) },
        ...ofDay,
      ]);
      if (counting.kind === "added") return { kind: "counted" };
      return {
        kind: "limited",
        limit,
        waitMs: ofMinute.expiresAt - now(),
        isFirst: await isFirstExcess(at, person),
      };
    },

    async reserve(spender, { prompt, reply, settled }) {
      let unsettled = settled;
      const day = dayOf(now());
      const scopes = scopesOf(spender, { day, limits });
      /** Scopes without room for the upper bound of the prompt. */
      const tight = new Set<BudgetScope>();
      const promptTokensIn = (scope: BudgetScope): number =>
        tight.has(scope) ? prompt.expected : prompt.atMost;
      let replyTokens = reply.atMost;
      const waitMs = untilTomorrow();
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const changes = scopes.map((limit) =>
          toReservation(limit, {
            tokens: promptTokensIn(limit.scope) + replyTokens,
            isTight: tight.has(limit.scope),
            day,
          }),
        );
        const counting = await counters.add(
          mergeChanges([...changes, ...settlementOf(unsettled)]),
        );
        if (counting.kind === "added") {
          const booked = Object.fromEntries(
            scopes.map(({ scope }, index) => [
              scope,
              changes[index]?.add.booked,
            ]),
          );
          return {
            kind: "reserved",
            reservation: { ...spender, day, replyTokens, booked },
          };
        }
        if (unsettled.length > 0) {
          // These tokens count in any case, and settling them may make room.
          await settle(unsettled);
          unsettled = [];
          continue;
        }
        const { scope, limit } = scopes[counting.index] ?? EVERYBODY;
        const { booked = 0, spent = 0, calls = 0 } = counting.sums;
        if (limit - spent < prompt.expected + reply.atLeast)
          return { kind: "spent", scope, waitMs };
        if (!tight.has(scope) && limit - booked < prompt.atMost + reply.atLeast)
          tight.add(scope);
        else if (tight.has(scope) && calls > 0)
          return { kind: "busy", scope, waitMs };
        const room = limit - booked - promptTokensIn(scope);
        replyTokens = Math.min(replyTokens, room);
        if (replyTokens < reply.atLeast) return { kind: "busy", scope, waitMs };
      }
      return { kind: "busy", scope: "everybody", waitMs };
    },

    settle,

    async usageOf(person) {
      const { booked = 0, messages = 0 } = await counters.read(
        personKey("tokens", dayOf(now()), person),
      );
      return { tokens: booked, messages, waitMs: untilTomorrow() };
    },
  };
}

/** The sums that a message counts in: its minute's, and its day's. */
function messageSums(
  person: string,
  { at, isPress }: { at: number; isPress: boolean },
): readonly [CounterChange, ...CounterChange[]] {
  const minute = Math.floor(at / MINUTE_MS);
  const day = dayOf(at);
  const add = { messages: 1 };
  return [
    {
      key: personKey(isPress ? "presses" : "messages", minute, person),
      add,
      expiresAt: (minute + 1) * MINUTE_MS,
    },
    ...(isPress
      ? []
      : [
          {
            key: personKey("tokens", day, person),
            add,
            expiresAt: expiryOf(day),
          },
        ]),
  ];
}

/** In a tight scope, one call at a time may reserve tokens. */
function toReservation(
  { key, limit }: ScopeLimit,
  { tokens, isTight, day }: { tokens: number; isTight: boolean; day: number },
): CounterChange {
  const atMost = { booked: limit, ...(isTight && { calls: 1 }) };
  return {
    key,
    add: { booked: tokens, calls: 1 },
    ...(limit > 0 && { atMost }),
    expiresAt: expiryOf(day),
  };
}

const EVERYBODY = { scope: "everybody", limit: Infinity } as const;

/**
 * Leaves out sums that no limit needs: those without a limit, but for the
 * person's, and a channel's if the deployment's is lower.
 */
function scopesOf(
  { person, site, channel }: Spender,
  { day, limits }: { day: number; limits: BudgetLimits },
): readonly ScopeLimit[] {
  const { userDailyTokens, channelDailyTokens, globalDailyTokens } = limits;
  const ofChannel = channelDailyTokens[channel] ?? 0;
  const isLower = globalDailyTokens === 0 || ofChannel < globalDailyTokens;
  const shared = [
    { scope: "site", name: site, limit: limits.siteDailyTokens ?? 0 },
    { scope: "channel", name: channel, limit: isLower ? ofChannel : 0 },
    { scope: "everybody", name: "everybody", limit: globalDailyTokens },
  ] as const;
  return [
    {
      scope: "person",
      key: personKey("tokens", day, person),
      limit: userDailyTokens,
    },
    ...shared.flatMap(({ scope, name, limit }) =>
      name === undefined || limit === 0
        ? []
        : [{ scope, key: sharedKey("tokens", day, name), limit }],
    ),
  ];
}

/** What is counted, in which minute or day, and for which person. */
function personKey(what: string, time: number, person: string): string {
  return `${what}:${time}/person/${person}`;
}

export function sharedKey(what: string, time: number, name: string): string {
  return `${what}:${time}/shared/${name}`;
}

function dayOf(time: number): number {
  return Math.floor(time / DAY_MS);
}

/** A day's sums may be settled until the next day ends. */
function expiryOf(day: number): number {
  return (day + 2) * DAY_MS;
}

/** Merges changes with the same key, keeping their order. */
function mergeChanges(
  changes: readonly CounterChange[],
): readonly CounterChange[] {
  const merged = new Map<string, CounterChange>();
  for (const change of changes) {
    const other = merged.get(change.key);
    merged.set(change.key, {
      ...other,
      ...change,
      add: addSums(other?.add ?? {}, change.add),
    });
  }
  return [...merged.values()];
}
