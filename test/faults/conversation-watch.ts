import { eventually } from "../e2e/wrangler-dev.ts";
import { PATIENCE } from "./in-time.ts";
import type { Evidence } from "./judge.ts";
import { answerOf, nameSent, type Question, questionOf } from "./script.ts";
import type { ChatName, World } from "./world.ts";

/** What becomes of one person's conversation. */
export interface ConversationWatch {
  /** As Parley names it. */
  readonly conversation: string;
  sent(): readonly string[];
  /** Waits until all of that was sent, without looking into the conversation: that would wake it up. */
  waitForSent(names: readonly string[]): Promise<void>;
  /** Waits until nothing is left to do for it. */
  waitForRest(): Promise<void>;
  /** Without what was said to a message that has been edited since. */
  gather(): Promise<Evidence>;
}

export function watchConversation(
  world: World,
  number: number,
): ConversationWatch {
  return watch(world, {
    number,
    conversation: `telegram:${number}`,
    sent: () =>
      world.telegram.sent
        .filter(({ chat }) => chat === number)
        .map(({ text }) => nameSent(text, number)),
    toLine: toHistoryLine,
  });
}

/** On another platform. What is still being written counts as sent, and under another name. Its ids are not told. */
export function watchChat(
  world: World,
  {
    platform,
    number,
    inThread = false,
  }: { platform: ChatName; number: number; inThread?: boolean | undefined },
): ConversationWatch {
  const chat = world.chats[platform];
  return watch(world, {
    number,
    conversation: chat.conversation(number, { inThread }),
    sent: () => [
      ...chat.shown(number).map((text) => nameSent(text, number)),
      ...(chat.unfinished?.(number) ?? []).map(
        (text) => `${nameSent(text, number)}, unfinished`,
      ),
    ],
    toLine: toChatLine,
  });
}

/** Of a history whose ids are not told. */
export function toChatLine({
  role,
  text,
}: {
  role: string;
  text: string;
}): string {
  return toHistoryLine({ turn: "", role, text });
}

function watch(
  world: World,
  {
    number,
    conversation,
    sent,
    toLine,
  }: Pick<ConversationWatch, "conversation" | "sent"> & {
    number: number;
    toLine: typeof toHistoryLine;
  },
): ConversationWatch {
  return {
    conversation,
    sent,
    async waitForSent(names) {
      await eventually(
        `${names.join(", ")} for ${number}`,
        () => names.every((name) => sent().includes(name)) || undefined,
        PATIENCE,
      );
    },
    async waitForRest() {
      await eventually(
        `the rest of ${number}`,
        async () => {
          const { isIdle } = await world.readState(conversation);
          return isIdle || undefined;
        },
        PATIENCE,
      );
    },
    async gather() {
      const { messages } = await world.readState(conversation);
      return {
        sent: sent(),
        calls: callsOf(world, number),
        history: messages.map(toLine),
      };
    },
  };
}

/** What the turn of that message leaves in the history. */
export function historyOf(
  id: number,
  question: Question,
  number: number,
): readonly string[] {
  return linesOf(id, questionOf(question, number), answerOf(question, number));
}

/** What a turn leaves in the history that begins with the message of that id. */
export function linesOf(
  id: number,
  question: string,
  answer: string,
): readonly string[] {
  const turn = String(id);
  return [
    toHistoryLine({ turn, role: "user", text: question }),
    toHistoryLine({ turn, role: "assistant", text: answer }),
  ];
}

/** What models and tools were asked for. */
export function callsOf(world: World, number: number): readonly string[] {
  return world.calls
    .filter((call) => call.number === number)
    .map(({ name }) => name);
}

export function toHistoryLine({
  turn,
  role,
  text,
}: {
  turn: string;
  role: string;
  text: string;
}): string {
  return `${turn} ${role}: ${text}`;
}
