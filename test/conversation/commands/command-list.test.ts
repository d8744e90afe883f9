import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../../src/conversation/commands/command-list.ts";
import { setUpConversation } from "../set-up-conversation.ts";

/** The bot's reply to a command. */
async function say(name: string, language: string) {
  const { accept, run, channel } = setUpConversation([]);
  const author = { id: "1", language };
  const command = { name, argument: "" };
  await accept({ id: "1", text: `/${name}`, command, author });
  await run();
  return channel.sent.join(" ");
}

describe("the list of commands", () => {
  it.each(["en", "zh-hans"])(
    "has all those that /help names in %s, and no others",
    async (language) => {
      const help = await say("help", language);
      const named = Array.from(
        help.matchAll(/^\/(\w+) /gm),
        ([, name]) => name,
      );
      expect(named).toHaveLength(COMMANDS.length);
      expect(new Set(named)).toEqual(new Set(COMMANDS.map(({ name }) => name)));
    },
  );

  it.each(COMMANDS.map(({ name }) => name))(
    "has /%s, which does something in both languages",
    async (name) => {
      const english = await say(name, "en");
      const chinese = await say(name, "zh-hans");
      expect(english).not.toContain("I do not know the command");
      expect(chinese).not.toContain("我不认识命令");
      expect(english).toMatch(/^\P{Script=Han}+$/u);
      expect(chinese).toMatch(/\p{Script=Han}/u);
    },
  );

  it.each([
    "README.md",
    "README.zh-CN.md",
    "docs/channels/telegram.md",
    "docs/zh-CN/channels/telegram.md",
  ])("is whole in %s", (file) => {
    const text = readFileSync(file, "utf8");
    const missing = COMMANDS.filter(
      ({ name }) => !text.includes(`\`/${name}\``),
    );
    expect(missing).toEqual([]);
  });

  it("contains only implemented commands", async () => {
    expect(await say("constructor", "en")).toContain("/constructor");
    expect(await say("forget", "zh")).toContain("我不认识命令 /forget");
  });

  it("fits into Telegram's menu", () => {
    expect(COMMANDS.length).toBeLessThanOrEqual(100);
    for (const { name, english, chinese } of COMMANDS) {
      expect(name).toMatch(/^[a-z0-9_]{1,32}$/);
      for (const description of [english, chinese]) {
        expect(description).toMatch(/\S/);
        expect(description.length).toBeLessThanOrEqual(256);
      }
    }
  });
});
