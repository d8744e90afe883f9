import { parseArgs } from "node:util";
import {
  LADDER,
  OWN_CONTESTANTS,
  PEER_CONTESTANTS,
} from "./agent/contestants.ts";
import type { Measurement } from "./agent/measurement.ts";
import { startClient } from "./agent/start-client.ts";
import {
  summariseMeasurements,
  type Figures,
} from "./agent/summarise-measurements.ts";
import { hasPeers } from "./has-peers.ts";
import { createAnswer } from "./stub/answer.ts";
import { startStub } from "./stub/start-stub.ts";

/**
 * Measures an agent's own CPU time per turn (two model calls with a tool call
 * in between) for several history lengths. The model is a stub without latency.
 * The stub and each contestant are separate processes on loopback.
 *
 * Counts the user and system time of all threads, from the message to the
 * complete answer. The same process then sends the same request bodies as often
 * with bare `fetch` and reads the responses; that time is subtracted. After a
 * warm-up the contestants take turns in rounds; prints the median of the rounds
 * with the lowest and the highest. Full garbage collections run between batches
 * and are not counted, which favours agents with long histories.
 *
 * - `whole turn`: from the stored message to the committed reply, on in-memory
 *   SQLite.
 * - `executor`: the agent alone, given the window that memory holds.
 * - The others get the whole history in memory, as they would in production.
 *
 * Parley and the AI SDK's `stream` stream their replies (server-sent events);
 * the others get JSON, each with its defaults. The answer has 100 tokens;
 * streamed, it comes in `--chunks` pieces without a pause.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    /** Turns per batch; large enough to include some garbage collections. */
    turns: { type: "string", default: "200" },
    chunks: { type: "string", default: "4" },
    histories: { type: "string", default: "10,100,1000,5000" },
    /** Regular expression: run only rows whose name matches. */
    only: { type: "string", default: "" },
    /** Measure the cost of each part of Parley instead of other agents. */
    ladder: { type: "boolean", default: false },
    /** Folder for CPU profiles, one per row. */
    profiles: { type: "string" },
  },
});
/** Enough for the JIT compiler to settle. */
const WARM_UP_TURNS = 600;
const rounds = Number(values.rounds);
const histories = values.histories.split(",").map(Number);

const answer = createAnswer(100);
const contestants = values.ladder
  ? LADDER
  : [...OWN_CONTESTANTS, ...(hasPeers() ? PEER_CONTESTANTS : [])];
const stub = await startStub({
  answer,
  chunks: Number(values.chunks),
  delayMs: 0,
});
const rows = contestants
  .filter(({ name }) => new RegExp(values.only).test(name))
  .map(({ name, module, variant, format }) => ({
    name,
    client: startClient(
      { module, url: stub.urlFor(format), variant, answer },
      { profiles: values.profiles },
    ),
    measurements: new Map<number, Measurement[]>(
      histories.map((messages) => [messages, []]),
    ),
  }));

try {
  for (const { client } of rows)
    for (const [index, messages] of histories.entries())
      await client.measure({
        messages,
        turns: index === 0 ? WARM_UP_TURNS : turnsFor(messages),
      });
  for (let round = 0; round < rounds; round++)
    for (const messages of histories)
      for (const { client, measurements } of rows) {
        const turns = turnsFor(messages);
        measurements
          .get(messages)
          ?.push(await client.measure({ messages, turns }));
      }
} finally {
  for (const { client } of rows) client.close();
  stub.close();
}
printTables();

/** Fewer turns for long histories, which take longer. */
function turnsFor(messages: number): number {
  return Math.ceil(Number(values.turns) / (messages < 2000 ? 1 : 3));
}

function printTables(): void {
  const figures = rows.map(({ name, measurements }) => ({
    name,
    of: (messages: number) =>
      summariseMeasurements(measurements.get(messages) ?? []),
  }));
  const print = (
    title: string,
    cell: (figures: Figures, messages: number) => string,
  ): void => {
    const cells = (of: (messages: number) => Figures) =>
      Object.fromEntries(
        histories.map((messages) => [
          // Starts with a letter: integer-like keys would be reordered.
          `history ${messages}`,
          cell(of(messages), messages),
        ]),
      );
    console.log(title);
    console.table(
      Object.fromEntries(figures.map(({ name, of }) => [name, cells(of)])),
    );
  };

  print(
    "Own CPU in ms per turn: median (lowest to highest)",
    ({ ownMs, lowestMs, highestMs }) =>
      `${ownMs.toFixed(2)} (${lowestMs.toFixed(2)} to ${highestMs.toFixed(2)})`,
  );
  const [first] = figures;
  print(
    `Own CPU as a multiple of: ${first?.name}`,
    ({ ownMs }, messages) =>
      `× ${(ownMs / (first?.of(messages).ownMs ?? NaN)).toFixed(1)}`,
  );
  print(
    "HTTP alone, which was taken off, in ms per turn; messages in the turn's first prompt",
    ({ httpMs, promptMessages }) => `${httpMs.toFixed(2)}; ${promptMessages}`,
  );
}
