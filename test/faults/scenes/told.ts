import { eventually } from "../../e2e/wrangler-dev.ts";
import { eventVariables, type ToldEvent } from "../events.ts";
import { PATIENCE } from "../in-time.ts";
import type { Verdict } from "../judge.ts";
import type { Scene } from "../run-scene.ts";
import { faultsOnTheWay, read, store, write, type FaultCase } from "../way.ts";
import type { World } from "../world.ts";
import { ASKED_FOR } from "./asked-for.ts";
import { telling } from "./stops.ts";

/** In their sequence; the last two are of the question after the scene. */
const EVENTS = [
  "message.received",
  "conversation.needs_human",
  "message.replied",
  "conversation.taken",
  "message.replied",
  "conversation.returned",
  "message.received",
  "message.replied",
];

/** Where events are queued and sent, and each commit that owes one. */
const TELLING: readonly FaultCase[] = faultsOnTheWay([
  write("enqueue", "queueing an event"),
  store("noteTold", "noting events as queued"),
  read("callback alarm", "the queue's work", { moments: ["before"] }),
  telling("event message.received"),
  telling("event conversation.needs_human"),
  telling("event conversation.returned"),
]);

/** All that happens when a person is asked for, told to a receiver of events. */
export const TOLD: Scene = {
  ...ASKED_FOR,
  name: "told to other systems",
  variables: ({ callbackUrl }) => eventVariables(callbackUrl),
  faults: [...ASKED_FOR.faults, ...TELLING],
  begin: (world, options) => ({
    ...ASKED_FOR.begin(world, options),
    judgeRest: () => judgeEvents(world, options.number),
  }),
};

/** The receiver knows an event by its `webhook-id`, and may get it again. */
async function judgeEvents(
  { eventsOf }: World,
  number: number,
): Promise<Partial<Verdict>> {
  const told = () => [
    ...new Map(eventsOf(number).map((event) => [event.id, event])).values(),
  ];
  await eventually(
    "all events",
    () => told().length >= EVENTS.length || undefined,
    PATIENCE,
  ).catch(() => {});
  const inOrder = told().sort(bySequence);
  const types = inOrder.map(({ type }) => type);
  return {
    isLost: EVENTS.length > types.length,
    isTwice: inOrder.length > new Set(inOrder.map(sequenceOf)).size,
    isOutOfOrder: types.join() !== EVENTS.join(),
  };
}

function bySequence(one: ToldEvent, other: ToldEvent): number {
  return one.sequence - other.sequence;
}

function sequenceOf({ sequence }: ToldEvent): number {
  return sequence;
}
