import { describe, expect, it } from "vitest";
import { chinese } from "../../../src/conversation/texts/chinese.ts";
import { english } from "../../../src/conversation/texts/english.ts";
import { PARLEY } from "../../../src/types/identity.ts";
import { setUpConversation } from "../set-up-conversation.ts";

const identity = PARLEY;

describe("/start", () => {
  it.each([
    [[], "conversation.", "我们的对话。"],
    [["shop_find_order"], "conversation.", "我们的对话。"],
    [["calculator"], "and I can calculate.", "还会做计算。"],
    [["search"], "and I can look things up.", "还会查资料。"],
    [
      ["calculator", "search", "current_time"],
      "and I can look things up, calculate and tell the time.",
      "还会查资料、做计算、报时间。",
    ],
    [["library"], "and I can look into our documents.", "还会查阅我们的文档。"],
  ])("offers what it can do with %j", (tools, inEnglish, inChinese) => {
    const options = { identity, isDemo: false, tools, mark: "/" };
    const [first] = english.start(options).split("\n");
    expect(first?.endsWith(inEnglish)).toBe(true);
    const [zh] = chinese.start(options).split("\n");
    expect(zh?.endsWith(inChinese)).toBe(true);
  });

  it("describes only what the demo model has tools for", () => {
    const tools = ["calculator"];
    const options = { identity, isDemo: true, tools, mark: "/" };
    for (const text of [english.start(options), english.help(options)]) {
      expect(text).toContain("it only does arithmetic and remembers names.");
      expect(text).not.toContain("looks things up");
    }
    for (const text of [chinese.start(options), chinese.help(options)])
      expect(text).toContain("只会做计算和记住名字。");
  });

  it("is followed in a group by how to address the bot", async () => {
    const { accept, run, channel } = setUpConversation([]);
    const command = { name: "help", argument: "" };
    await accept({ id: "1", text: "/help", command, isGroup: true });
    await run();
    expect(channel.sent.join(" ").split("\n\n").at(-1)).toBe(english.groupHelp);
  });

  it("contains the owner's name, greeting and examples verbatim", async () => {
    const own = {
      ...PARLEY,
      name: "*Ada*",
      greeting: "Hi_there_!\nAsk [me](https://a.example).",
      examples: ["Is it *open*?"],
    };
    const { accept, run, channel } = setUpConversation([], { identity: own });
    const command = { name: "start", argument: "" };
    await accept({ id: "1", text: "/start", command });
    await run();
    expect(channel.sent.join(" ")).toBe(
      "Hi\\_there\\_\\!\nAsk [me\\](https\\:\\/\\/a\\.example)\\.\n\nFor example:\n\n- Is it \\*open\\*\\?\n\n/help lists my commands.",
    );
    const { greeting: _, ...rest } = own;
    const named = { ...rest, greeting: undefined, examples: [] };
    const options = { identity: named, isDemo: false, tools: [], mark: "/" };
    expect(english.start(options)).toMatch(/^Hello, I am \\\*Ada\\\*\. /);
    expect(chinese.start(options)).toMatch(/^你好，我是 \\\*Ada\\\*。/);
  });
});

describe("/help", () => {
  it("writes commands as the app accepts them", async () => {
    const { accept, run, channel } = setUpConversation([], {
      presentation: { intervalMs: 0, preview: "none", commandMark: "!" },
    });
    await accept({
      id: "1",
      text: "!help",
      command: { name: "help", argument: "" },
    });
    await run();
    await accept({
      id: "2",
      text: "/halp",
      command: { name: "halp", argument: "" },
    });
    await run();
    const text = channel.sent.join(" ");
    expect(text).toMatch(/!new clears [^]*!help lists my commands/);
    expect(text).toContain("/halp. !help lists the commands I know.");
    expect(text).not.toMatch(/\/(?!halp)[a-z]/);
  });
});
