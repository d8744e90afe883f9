import { eventually } from "../../e2e/wrangler-dev.ts";
import { eventVariables, type ToldEvent } from "../events.ts";
import { PATIENCE } from "../in-time.ts";
import type { Verdict } from "../judge.ts";
import type { Scene } from "../run-scene.ts";
import {
  faultsOnTheWay,
  read,
  store,
  write,
  type FaultCase,
  type Stop,
} from "../way.ts";
import type { World } from "../world.ts";
import { ASKED_FOR } from "./asked-for.ts";
import { telling } from "./stops.ts";

/** In their sequence. */
const OF_PEOPLE = [
  "message.received",
  "conversation.needs_human",
  "conversation.taken",
  "conversation.returned",
  // The question after the scene.
  "message.received",
];
/**
 * Its turn may be closed after what the user then does: the promise, a person's
 * reply, and the answer to the question after the scene.
 */
const REPLIED = "message.replied";
const REPLIES = 3;

/** Where events are queued and sent, alongside a turn that may be sending. */
const TELLING: readonly FaultCase[] = [
  ...besides("promise answer", [
    write("enqueue", "queueing an event"),
    store("noteTold", "noting events as queued"),
    read("callback alarm", "the queue's work", { moments: ["before"] }),
    telling("event message.received"),
  ]),
  ...besides("person answer", [
    telling("event conversation.needs_human"),
    telling("event conversation.returned"),
  ]),
];

function besides(inWindow: string, way: readonly Stop[]): FaultCase[] {
  return faultsOnTheWay(way).map((fault) => ({ ...fault, inWindow }));
}

/**
 * All that happens when a person is asked for, told to a receiver of events;
 * also killed after each commit, which may owe one.
 */
export const TOLD: Scene = {
  ...ASKED_FOR,
  name: "told to other systems",
  variables: ({ callbackUrl }) => eventVariables(callbackUrl),
  faults: [
    ...ASKED_FOR.faults.filter(({ row }) => row.startsWith("after ")),
    ...TELLING,
  ],
  begin: (world, options) => ({
    ...ASKED_FOR.begin(world, options),
    judgeRest: () => judgeEvents(world, options.number),
  }),
};

/** The receiver knows an event by its `webhook-id`, and may get it again. */
async function judgeEvents(
  world: World,
  number: number,
): Promise<Partial<Verdict>> {
  const told = () => [
    ...new Map(
      world.eventsOf(number).map((event) => [event.id, event]),
    ).values(),
  ];
  await eventually(
    "all events",
    () => told().length >= OF_PEOPLE.length + REPLIES || undefined,
    PATIENCE,
  ).catch(() => {});
  const inOrder = told().toSorted(bySequence);
  const types = inOrder.map(({ type }) => type);
  const ofPeople = types.filter((type) => type !== REPLIED);
  return {
    isLost: types.length < OF_PEOPLE.length + REPLIES,
    isTwice: types.length > OF_PEOPLE.length + REPLIES,
    isOutOfOrder: ofPeople.join() !== OF_PEOPLE.join(),
  };
}

function bySequence(one: ToldEvent, other: ToldEvent): number {
  return one.sequence - other.sequence;
}
