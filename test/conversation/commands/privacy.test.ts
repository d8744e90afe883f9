import { expect, it } from "vitest";
import { setUpConversation } from "../set-up-conversation.ts";

const PRIVACY = { retentionDays: 30, operatorsSee: "texts" } as const;

async function ask(privacy: {
  retentionDays: number;
  operatorsSee: "texts" | "no-texts" | "none";
}): Promise<{ readonly english: string; readonly chinese: string }> {
  const { accept, run, memory } = setUpConversation([], { privacy });
  const command = { name: "privacy", argument: "" };
  const author = (language: string) => ({ id: "7", language });
  await accept({ id: "1", text: "/privacy", command, author: author("en") });
  await accept({ id: "2", text: "/privacy", command, author: author("zh") });
  await run();
  await run();
  const [english, chinese] = await Promise.all(
    ["1", "2"].map(async (id) => (await memory.findTurn(id))?.reply ?? ""),
  );
  return { english: english ?? "", chinese: chinese ?? "" };
}

it("/privacy says how long messages are kept, and how to delete them", async () => {
  const { english, chinese } = await ask(PRIVACY);
  expect(english).toContain("for 30 days");
  expect(english).toContain("/new deletes it");
  expect(chinese).toContain("30 天");
  const forever = await ask({ ...PRIVACY, retentionDays: 0 });
  expect(forever.english).toContain("until it is deleted");
});

it.each([
  ["texts", "can read our conversations", "可以阅读我们的对话"],
  ["no-texts", "but not what was written", "看不到写了什么"],
  ["none", "have no view of our conversations", "没有查看对话的界面"],
] as const)(
  "/privacy says what operators see: %s",
  async (operatorsSee, english, chinese) => {
    const said = await ask({ ...PRIVACY, operatorsSee });
    expect(said.english).toContain(english);
    expect(said.chinese).toContain(chinese);
  },
);
