import { parseArgs } from "node:util";
import {
  LADDER,
  OWN_CONTESTANTS,
  PEER_CONTESTANTS,
} from "./agent/contestants.ts";
import type { Measurement } from "./agent/measurement.ts";
import {
  type Figures,
  summariseMeasurements,
} from "./agent/summarise-measurements.ts";
import { startClient } from "./agent/start-client.ts";
import { installPeers } from "./install-peers.ts";
import { createAnswer } from "./stub/answer.ts";
import { startStub } from "./stub/start-stub.ts";

/**
 * An agent's own CPU time per turn: two model calls and a tool in between, after histories of several lengths.
 *
 * The model is a stub without latency, a process of its own on loopback. Each contestant is a process of its own, too;
 * counted is the user and system time of all its threads, from the message to the whole answer. Then the same process
 * sends the same request bodies with bare `fetch` and reads the responses, as often; that is taken off. After a warm-up
 * the contestants take turns in rounds; printed is the median of the rounds, with the lowest and the highest. Full
 * garbage collections come between the batches and are not counted, to the profit of those with long histories.
 *
 * `whole turn`: from the message that is stored to the reply that is committed, on SQLite in memory. `executor`: the
 * agent alone, given the window that memory holds. The others get the whole history, as they would, in memory.
 *
 * Parley and the AI SDK's `stream` stream their replies (server-sent events), the others get JSON, each as its defaults
 * are. The answer has 100 tokens; streamed, it comes in `--chunks` pieces, with no pause in between.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    /** Per batch: some garbage collections fall into each. */
    turns: { type: "string", default: "200" },
    chunks: { type: "string", default: "4" },
    histories: { type: "string", default: "10,100,1000,5000" },
    /** Only rows whose name matches this regular expression. */
    only: { type: "string", default: "" },
    /** What each part of Parley's costs, instead of the others. */
    ladder: { type: "boolean", default: false },
    /** Folder for CPU profiles, one for each row. */
    profiles: { type: "string" },
  },
});
/** Until the compiler has done its work. */
const WARM_UP_TURNS = 600;
const rounds = Number(values.rounds);
const histories = values.histories.split(",").map(Number);

const answer = createAnswer(100);
const contestants = values.ladder
  ? LADDER
  : [...OWN_CONTESTANTS, ...((await installPeers()) ? PEER_CONTESTANTS : [])];
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

/** Turns with long histories take long. */
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
          // After a letter, so that the columns stay in order.
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
