import { eventually } from "../e2e/wrangler-dev.ts";
import type { Writing } from "../stubs/chats/chat-platform.ts";
import {
  toChatLine,
  watchChat,
  type ConversationWatch,
} from "./conversation-watch.ts";
import { PATIENCE } from "./in-time.ts";
import { judge, type Verdict } from "./judge.ts";
import { answerOf, questionOf } from "./script.ts";
import type { FaultCase } from "./way.ts";
import type { ChatName, World } from "./world.ts";

/**
 * Sends a question whose turn is interrupted, then a quick one to check that
 * the conversation continues, then both again. Uses the new chat `number`.
 */
export async function playInChat(
  world: World,
  {
    platform,
    number,
    question,
    agoMs = 0,
    inThread = false,
    interrupt,
    expect,
    faultCase: { mayRepeat, inWindow },
  }: {
    platform: ChatName;
    number: number;
    question: string;
    /**
     * Delivers it and disturbs its turn. Resolves when everything may continue;
     * `accepted` settles with the delivery.
     */
    interrupt: (
      watch: ConversationWatch,
      deliver: () => Promise<void>,
    ) => Promise<{ readonly accepted: Promise<void> }>;
    /** The answer as parts and as a whole. */
    expect: () => {
      readonly sent: readonly string[];
      readonly answer: string;
    };
    faultCase: Pick<FaultCase, "mayRepeat" | "inWindow">;
  } & Pick<Writing, "agoMs" | "inThread">,
): Promise<Verdict> {
  const { deliver } = world.chats[platform];
  const watch = watchChat(world, { platform, number, inThread });
  const ask = (text: string, id: number) =>
    deliver({ text, id, chat: number, agoMs, inThread });
  const asked = await ask(question, number * 10 + 1);
  const quick = await ask(questionOf("quick", number), number * 10 + 2);

  const { accepted } = await interrupt(watch, () => world.deliver(asked));
  const follow = async (): Promise<void> => {
    await accepted;
    await watch.waitForSent(expect().sent);
    await watch.waitForRest();
    await world.deliver(quick);
    await watch.waitForSent(["quick answer"]);
    for (const request of [asked, quick]) await world.deliver(request);
    await watch.waitForRest();
  };
  // The judge reports what is missing.
  await follow().catch(() => {});

  const { sent, answer } = expect();
  const said = [
    ["user", question],
    ["assistant", answer],
    ["user", questionOf("quick", number)],
    ["assistant", answerOf("quick", number)],
  ] as const;
  return judge(await watch.gather(), {
    sent: [...sent, "quick answer"],
    history: said.map(([role, text]) => toChatLine({ role, text })),
    kills: 1,
    mayRepeat,
    inWindow,
  });
}

/** Waits until the chat has shown it, even if it has changed since. */
export function waitUntilSeen(
  watch: ConversationWatch,
  name: string,
): Promise<true> {
  return eventually(
    `${name} in ${watch.conversation}`,
    () => watch.sent().some((each) => each.startsWith(name)) || undefined,
    PATIENCE,
  );
}
