import type { Verdict } from "./judge.ts";
import { playInChat } from "./play-in-chat.ts";
import { telling } from "./scenes/stops.ts";
import { answerOf, questionOf } from "./script.ts";
import { setTrap, springThere } from "./trap.ts";
import {
  faultsOnTheWay,
  store,
  write,
  type FaultCase,
  type Stop,
} from "./way.ts";
import type { ChatName, World } from "./world.ts";

/** A chat on a platform with its own way to send answers. */
interface Chat {
  readonly platform: ChatName;
  /** Label below `chat on` in the table. */
  readonly label: string;
  /** The parts of an answer there. */
  readonly parts: readonly string[];
  /**
   * Parts that the platform neither deduplicates by key nor replaces in place:
   * they are in the documented window.
   */
  readonly unkeyed: readonly string[];
  /** Age of the question. */
  readonly agoMs?: number;
  /** Only test sending; everything before it is as on the other platforms. */
  readonly isSentAlone?: boolean;
}

const LATE = { agoMs: 20 * 60_000, isSentAlone: true };
const ONE = { parts: ["part 1"], unkeyed: ["part 1"] };
const TWO = {
  parts: ["part 1", "part 2"],
  unkeyed: ["part 1", "part 2"],
};
const KEYED = { unkeyed: [] };

const CHATS: readonly Chat[] = [
  { platform: "line", label: "LINE, by reply token", ...ONE },
  {
    platform: "line",
    label: "LINE, by push messages",
    ...ONE,
    ...KEYED,
    ...LATE,
  },
  { platform: "feishu", label: "Feishu", ...ONE, ...KEYED },
  // The first part is replaced in place.
  {
    platform: "discord",
    label: "Discord, by the interaction",
    ...TWO,
    unkeyed: ["part 2"],
  },
  {
    platform: "discord",
    label: "Discord, as the bot",
    ...TWO,
    ...KEYED,
    ...LATE,
  },
  { platform: "slack", label: "Slack", ...ONE },
  { platform: "teams", label: "Teams", ...ONE, isSentAlone: true },
  { platform: "whatsapp", label: "WhatsApp", ...ONE, isSentAlone: true },
  { platform: "messenger", label: "Messenger", ...TWO, isSentAlone: true },
  { platform: "wechat", label: "WeChat", ...TWO, isSentAlone: true },
];

const ACCEPTING: readonly Stop[] = [
  write("openTurn", "storing the message"),
  write("deliver", "accepting the message", {
    moments: ["after"],
    beside: "pair model call",
  }),
];
const ANSWERING: readonly Stop[] = [
  { kind: "requests", calls: ["pair model call"], stages: ["asked"] },
  store("commitTurn", "committing the turn", { stores: "pair model call" }),
];

function wayOf({ parts, isSentAlone = false }: Chat): readonly Stop[] {
  const sending = parts.flatMap((part, index) => [
    telling(part),
    part === parts.at(-1)
      ? store("closeTurn", `noting ${part} as sent and closing the turn`, {
          stores: part,
        })
      : store(`noteSent ${index}`, `noting ${part} as sent`, { stores: part }),
  ]);
  return isSentAlone ? sending : [...ACCEPTING, ...ANSWERING, ...sending];
}

const WINDOW = ": a part was sent, and not stored as sent";

/**
 * The faults with their rows. Points that do not depend on the platform are
 * tested more often elsewhere.
 */
export const CHAT_FAULTS = CHATS.flatMap((chat) =>
  faultsOnTheWay(wayOf(chat))
    .filter(({ fault }) => fault.kind === "outside" || fault.when === "at once")
    .map(({ inWindow, ...rest }) => ({
      chat,
      row: `chat on ${chat.label}${inWindow === undefined ? "" : WINDOW}`,
      faultCase: {
        ...rest,
        ...(inWindow !== undefined &&
          chat.unkeyed.includes(inWindow) && { inWindow }),
      },
    })),
);

/**
 * Runs a question whose process is killed at the fault's point: see
 * `playInChat`.
 */
export function runChatFault(
  world: World,
  { platform, parts, agoMs = 0 }: Chat,
  { faultCase, number }: { faultCase: FaultCase; number: number },
): Promise<Verdict> {
  return playInChat(world, {
    platform,
    number,
    question: questionOf("pair", number),
    agoMs,
    async interrupt({ conversation }, deliver) {
      const place = { number, conversation };
      const trap = await setTrap(world, faultCase.fault, place);
      const accepted = deliver();
      await springThere(trap, accepted);
      await world.start();
      return { accepted };
    },
    expect: () => ({ sent: parts, answer: answerOf("pair", number) }),
    faultCase,
  });
}
