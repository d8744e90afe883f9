import type { Verdict } from "./judge.ts";
import { playInChat, waitUntilSeen } from "./play-in-chat.ts";
import { sceneQuestionOf } from "./scene-script.ts";
import { passing } from "./scenes/stops.ts";
import { nameSent } from "./script.ts";
import { PREVIEWS } from "./tally.ts";
import { setTrap, springThere } from "./trap.ts";
import { faultsOnTheWay, store, type FaultCase, type Stop } from "./way.ts";
import type { ChatName, World } from "./world.ts";

/** A chat that shows an answer while it is written. */
interface GrowingChat {
  readonly platform: ChatName;
  /** Label below `growing on` in the table. */
  readonly label: string;
  /**
   * The request that creates the answer's message, and what it leaves if
   * it was not recorded.
   */
  readonly first: string;
  readonly leftover?: string;
  readonly agoMs?: number;
  readonly inThread?: boolean;
}

const BEGINNING = {
  first: "the beginning",
  leftover: "preview of the beginning",
};

const CHATS: readonly GrowingChat[] = [
  {
    platform: "slack",
    label: "Slack, in a thread",
    inThread: true,
    first: "the stream's opening",
    leftover: "preview of nothing, unfinished",
  },
  { platform: "slack", label: "Slack, in a private chat", ...BEGINNING },
  {
    platform: "teams",
    label: "Teams",
    first: "the beginning",
    leftover: "preview of the beginning, unfinished",
  },
  { platform: "feishu", label: "Feishu", ...BEGINNING },
  // The first part is replaced in place.
  {
    platform: "discord",
    label: "Discord, by the interaction",
    first: "the beginning",
  },
  {
    platform: "discord",
    label: "Discord, as the bot",
    agoMs: 20 * 60_000,
    ...BEGINNING,
  },
];

const ALL_ON = Object.fromEntries(
  ["SLACK", "TEAMS", "FEISHU", "DISCORD"].map((name) => [
    `${name}_STREAMING`,
    "on",
  ]),
);

const MODEL = "grown model call 1";

function wayOf({ first }: GrowingChat): readonly Stop[] {
  const done = (call: string): Stop => ({
    kind: "requests",
    calls: [call],
    stages: ["done"],
  });
  return [
    passing(MODEL),
    done(first),
    store("notePreview 0", "noting the message", { moments: ["after"] }),
    ...(first === "the beginning" ? [] : [done("the beginning")]),
    done("more"),
    store("commitTurn", "committing the turn", {
      moments: ["after"],
      stores: MODEL,
    }),
    done("the whole answer"),
    store("closeTurn", "noting it as sent and closing the turn", {
      moments: ["while"],
    }),
  ];
}

/** Whether the message exists without being recorded. */
function isInWindow({ fault }: FaultCase, { first }: GrowingChat): boolean {
  return fault.kind === "outside" && fault.call === first;
}

/** The process survives, but the model's connection breaks. */
const BREAKS = (["half answered", "nearly answered"] as const).map((stage) => ({
  row: `the model breaks off, ${stage}`,
  fault: { kind: "outside", call: MODEL, stage } as const,
  mayRepeat: new Set([MODEL]),
  isAtWork: true,
}));

/** The faults with their rows. */
export const GROWING_FAULTS = CHATS.flatMap((chat) => {
  const kills = faultsOnTheWay(wayOf(chat))
    .filter(({ fault }) => fault.kind === "outside" || fault.when === "at once")
    .map((faultCase) =>
      chat.leftover !== undefined && isInWindow(faultCase, chat)
        ? { ...faultCase, inWindow: chat.leftover, window: PREVIEWS }
        : faultCase,
    );
  return [
    ...kills.map((faultCase) => ({ chat, faultCase, isKill: true })),
    ...BREAKS.map((faultCase) => ({ chat, faultCase, isKill: false })),
  ].map((each) => ({
    ...each,
    row: `growing on ${chat.label}: ${each.isKill ? "the process dies" : "the model breaks off"}`,
  }));
});

/**
 * Runs a question whose answer is shown while it is written: half, three
 * quarters, all. At the fault's point its process is killed, or the model's
 * stream breaks and the model is asked again: see `playInChat`. The second
 * reply has other words.
 */
export function runGrowingFault(
  world: World,
  { chat, faultCase, isKill }: (typeof GROWING_FAULTS)[number],
  number: number,
): Promise<Verdict> {
  const { platform, agoMs = 0, inThread = false } = chat;
  const { fault } = faultCase;
  const model = { number, name: MODEL };
  const shownWhole = (): string =>
    world.chats[platform]
      .shown(number)
      .find((text) => nameSent(text, number) === "grown answer") ?? "";
  return playInChat(world, {
    platform,
    number,
    question: sceneQuestionOf("grown", number),
    agoMs,
    inThread,
    async interrupt(watch, deliver) {
      const half = world.hold(model, "half answered");
      const nearly = world.hold(model, "nearly answered");
      const lead = async (): Promise<void> => {
        await waitUntilSeen(watch, "preview of the beginning");
        const breaksAtHalf = !isKill && isAt(fault, "half answered");
        if (breaksAtHalf) nearly.release();
        half[breaksAtHalf ? "break" : "release"]();
        if (breaksAtHalf) return;
        await waitUntilSeen(watch, "preview of more");
        nearly[isKill ? "release" : "break"]();
      };
      const { conversation } = watch;
      if (!isKill) {
        await world.start(undefined, ALL_ON);
        const accepted = deliver();
        await lead();
        return { accepted };
      }
      const trap = await setTrap(world, fault, {
        number,
        conversation,
        variables: ALL_ON,
      });
      const accepted = deliver();
      // Otherwise the process does not reach the point.
      lead().catch(() => {});
      await springThere(trap, accepted);
      half.release();
      nearly.release();
      await world.start(undefined, ALL_ON);
      return { accepted };
    },
    expect: () => ({ sent: ["grown answer"], answer: shownWhole() }),
    faultCase,
  });
}

function isAt(fault: FaultCase["fault"], stage: string): boolean {
  return fault.kind === "outside" && fault.stage === stage;
}
