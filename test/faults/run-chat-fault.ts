import { eventually } from "../e2e/wrangler-dev.ts";
import { callsOf, toHistoryLine } from "./conversation-watch.ts";
import { PATIENCE } from "./in-time.ts";
import { judge, type Verdict } from "./judge.ts";
import { telling } from "./scenes/stops.ts";
import { answerOf, nameSent, type Question, questionOf } from "./script.ts";
import { setTrap, springThere } from "./trap.ts";
import {
  type FaultCase,
  faultsOnTheWay,
  type Stop,
  store,
  write,
} from "./way.ts";
import type { ChatName, World } from "./world.ts";

/** A chat on a platform that takes answers in its own way. */
interface Chat {
  readonly platform: ChatName;
  /** Below `chat on` in the table. */
  readonly label: string;
  /** Of an answer there. */
  readonly parts: readonly string[];
  /** Those for which the platform neither knows a key nor has one place alone: they are in the documented window. */
  readonly unkeyed: readonly string[];
  /** How old the question is. */
  readonly agoMs?: number;
  /** All before the sending is as on the other platforms. */
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
  // The first part has one place.
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

/** Each with the row in which it is counted. What every platform's turn writes is killed around more often elsewhere. */
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
 * A question whose process is killed at the fault's point; then a quick one, to see that the conversation goes on, and
 * both again. In the fresh chat `number`.
 */
export async function runChatFault(
  world: World,
  { platform, parts, agoMs = 0 }: Chat,
  {
    faultCase: { fault, mayRepeat, inWindow },
    number,
  }: { faultCase: FaultCase; number: number },
): Promise<Verdict> {
  const { deliver, shown, conversation: nameOf } = world.chats[platform];
  const conversation = nameOf(number);
  const ask = (question: Question, id: number) =>
    deliver({ text: questionOf(question, number), id, chat: number, agoMs });
  const asked = await ask("pair", number * 10 + 1);
  const quick = await ask("quick", number * 10 + 2);
  const sent = () => shown(number).map((text) => nameSent(text, number));
  /** Without looking into the conversation: that would wake it up. */
  const waitForSent = (names: readonly string[]) =>
    eventually(
      `${names.join(", ")} for ${number}`,
      () => names.every((name) => sent().includes(name)) || undefined,
      PATIENCE,
    );
  const waitForRest = () =>
    eventually(
      `the rest of ${number}`,
      async () => (await world.readState(conversation)).isIdle || undefined,
      PATIENCE,
    );

  const trap = await setTrap(world, fault, { number, conversation });
  const accepted = world.deliver(asked);
  await springThere(trap, accepted);
  await world.start();
  const follow = async (): Promise<void> => {
    await accepted;
    await waitForSent(parts);
    await waitForRest();
    await world.deliver(quick);
    await waitForSent(["quick answer"]);
    for (const request of [asked, quick]) await world.deliver(request);
    await waitForRest();
  };
  // What has not come is judged below.
  await follow().catch(() => {});

  const { messages } = await world.readState(conversation);
  const lineOf = ({ role, text }: { role: string; text: string }) =>
    toHistoryLine({ turn: "", role, text });
  return judge(
    {
      sent: sent(),
      calls: callsOf(world, number),
      history: messages.map(lineOf),
    },
    {
      sent: [...parts, "quick answer"],
      history: (["pair", "quick"] as const).flatMap((question) => [
        lineOf({ role: "user", text: questionOf(question, number) }),
        lineOf({ role: "assistant", text: answerOf(question, number) }),
      ]),
      kills: 1,
      mayRepeat,
      inWindow,
    },
  );
}
