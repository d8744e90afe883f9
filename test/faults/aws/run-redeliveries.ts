import type { Message } from "@aws-sdk/client-sqs";
import type { Redelivery } from "../run-redelivery.ts";
import { LONG_REPLY } from "./chat.ts";
import { createProcess } from "./process.ts";
import { createScene, type Scene } from "./scene.ts";
import type { World } from "./world.ts";

const TIMES = 5;

/** Repeats the update, or the queue's message. */
type Again = (scene: Scene, message: Message) => Promise<unknown>;

const takeAtOnce: Again = (scene) =>
  Promise.all(Array.from({ length: TIMES }, () => scene.take(createProcess())));

/** SQS deduplicates for only five minutes. */
const takeLater: Again = async (scene) => {
  await scene.take(createProcess());
  await scene.queueAnew();
};

const runAgain: Again = (scene, message) => scene.run(createProcess(), message);

interface Repetition {
  readonly what: string;
  readonly when: "while it runs" | "when it is done";
  readonly again: Again;
  /** Including the first. */
  readonly deliveries: number;
}

const REPETITIONS: readonly Repetition[] = (
  ["while it runs", "when it is done"] as const
).flatMap((when) => [
  {
    what: `the update, ${TIMES} times at once`,
    when,
    again: takeAtOnce,
    deliveries: TIMES + 1,
  },
  {
    what: "the update, after SQS has forgotten it",
    when,
    again: takeLater,
    deliveries: 2,
  },
  { what: "the queue's message", when, again: runAgain, deliveries: 2 },
]);

/** Each in a new conversation, starting with `number`. */
export function runRedeliveries(
  world: World,
  { number }: { number: number },
): Promise<readonly Redelivery[]> {
  return Promise.all(
    REPETITIONS.map((repetition, place) =>
      runRepetition(world, { number: number + place, repetition }),
    ),
  );
}

async function runRepetition(
  world: World,
  { number, repetition }: { number: number; repetition: Repetition },
): Promise<Redelivery> {
  const { what, when, again, deliveries } = repetition;
  let repeat: (() => Promise<unknown>) | undefined;
  const scene = await createScene(world, {
    number,
    whileItRuns: async () => {
      if (when === "while it runs") await repeat?.();
    },
  });
  await scene.take(createProcess());
  const message = await scene.receive();
  if (message === undefined) throw new Error("Nothing was queued.");
  repeat = () => again(scene, message);
  await scene.run(createProcess(), message);
  if (when === "when it is done") await repeat();
  await scene.settle();
  const { sent } = scene.chat;
  const copies = LONG_REPLY.map(
    (part) => sent.filter((name) => name === part).length,
  );
  const replies = copies.includes(0) ? 0 : Math.max(...copies);
  return { what: `${what}, ${when}`, messages: 1, deliveries, replies };
}
