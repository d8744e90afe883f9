import {
  setTimeout as delay,
  setImmediate as loopTurn,
} from "node:timers/promises";
import type { ContestantModule } from "./contestant.ts";
import { createHistory, type HistoryTurn } from "./history.ts";
import type {
  ClientOptions,
  Measurement,
  MeasureRequest,
} from "./measurement.ts";
import { recordRequests, type RecordedRequest } from "./record-requests.ts";

/** The collector's threads keep sweeping for a while after a collection. */
const SWEEPING_MS = 30;

/** Warm-up turns of each batch. */
const UNCOUNTED_TURNS = 15;

/**
 * Entry point of a contestant's process, controlled by messages from the
 * parent.
 */
const { module, url, variant, answer } = JSON.parse(
  process.argv[2] ?? "",
) as ClientOptions;
const record = recordRequests();
const { createContestant } = (await import(module)) as ContestantModule;
const contestant = createContestant({ url, variant });
const exchanges = new Map<
  number,
  { history: readonly HistoryTurn[]; requests: readonly RecordedRequest[] }
>();

process.on("message", (request: MeasureRequest) => {
  measure(request).then(
    (measurement) => process.send?.(measurement),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once("disconnect", () => process.exit());

async function measure({
  messages,
  turns,
}: MeasureRequest): Promise<Measurement> {
  const { history, requests } =
    exchanges.get(messages) ?? (await recordExchange(messages));

  const takeTurn = async (): Promise<number> => {
    const run = await contestant.prepare(history);
    return cpuMs(async () => check(await run()));
  };
  return {
    agentMs: await average(turns, takeTurn),
    httpMs: await average(turns, () => cpuMs(() => sendAgain(requests))),
    promptMessages: countMessages(requests[0]),
  };
}

async function recordExchange(messages: number) {
  const history = createHistory(messages, answer);
  const run = await contestant.prepare(history);
  const requests = await record(run);
  if (requests.length !== 2)
    throw new Error(`A turn made ${requests.length} requests, and not 2.`);
  const exchange = { history, requests };
  exchanges.set(messages, exchange);
  return exchange;
}

function check(given: string): void {
  // Parley may append a note that older messages were summarised.
  if (!given.startsWith(answer))
    throw new Error(`Another answer came: ${given}`);
}

function countMessages(request: RecordedRequest | undefined): number {
  const { messages } = JSON.parse(request?.body ?? "{}") as {
    messages: readonly unknown[];
  };
  return messages.length;
}

async function sendAgain(requests: readonly RecordedRequest[]): Promise<void> {
  for (const { url: address, method, headers, body } of requests) {
    const response = await fetch(address, { method, headers, body });
    await response.text();
  }
}

/**
 * User and system time of all threads, including work deferred to the next
 * event-loop turn.
 */
async function cpuMs(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  await loopTurn();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Collects earlier garbage first, then refills the caches that a collection
 * empties.
 */
async function average(
  turns: number,
  measureOne: () => Promise<number>,
): Promise<number> {
  globalThis.gc?.();
  await delay(SWEEPING_MS);
  for (let turn = 0; turn < UNCOUNTED_TURNS; turn++) await measureOne();
  let sum = 0;
  for (let turn = 0; turn < turns; turn++) sum += await measureOne();
  return sum / turns;
}
