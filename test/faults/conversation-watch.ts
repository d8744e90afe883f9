import { eventually } from "../e2e/wrangler-dev.ts";
import { PATIENCE } from "./in-time.ts";
import type { Evidence } from "./judge.ts";
import { answerOf, nameSent, questionOf, type Question } from "./script.ts";
import type { ChatName, World } from "./world.ts";

/** Observes one conversation. */
export interface ConversationWatch {
  /** Parley's name for it. */
  readonly conversation: string;
  sent(): readonly string[];
  /**
   * Waits until all of these were sent, without reading the conversation, which
   * would wake it up.
   */
  waitForSent(names: readonly string[]): Promise<void>;
  /** Waits until it has no open work. */
  waitForRest(): Promise<void>;
  /** Excludes replies to messages that were edited later. */
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

/**
 * Watches a chat on another platform. Unfinished messages count as sent, under
 * another name. Ids are not visible there.
 */
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

/** Formats a line of a history without ids. */
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

/** History lines of the turn of a message. */
export function historyOf(
  id: number,
  question: Question,
  number: number,
): readonly string[] {
  return linesOf(id, questionOf(question, number), answerOf(question, number));
}

/** History lines of a turn that starts with the message of that id. */
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

/** The requests to models and tools. */
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
