import { eventually } from "../e2e/wrangler-dev.ts";
import { PATIENCE } from "./in-time.ts";
import type { Evidence } from "./judge.ts";
import { answerOf, nameSent, type Question, questionOf } from "./script.ts";
import type { World } from "./world.ts";

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
  const conversation = `telegram:${number}`;
  const sent = () =>
    world.telegram.sent
      .filter(({ chat }) => chat === number)
      .map(({ text }) => nameSent(text, number));
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
        history: messages.map(toHistoryLine),
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
