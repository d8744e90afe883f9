import { describe, expect, it } from "vitest";
import type { IncomingMessage } from "../../../src/types/message.ts";
import { EVERYBODY, listedOnTelegram } from "../../fixtures/access.ts";
import { setUpConversation } from "../set-up-conversation.ts";

const LISTED = listedOnTelegram({ people: ["42"] });
const WHOAMI = { text: "/whoami", command: { name: "whoami", argument: "" } };

async function say(message: Partial<IncomingMessage>, access = EVERYBODY) {
  const { accept, run, channel } = setUpConversation([], { access });
  await accept({ id: "1", replyTo: { chat: 42 }, ...message });
  await run();
  return channel.sent.join(" ");
}

describe("/whoami", () => {
  it("reports a person's id, name and language, and that they may use the bot", async () => {
    const author = {
      id: "42",
      name: "Mei *Lin*",
      username: "mei_lin",
      language: "en-GB",
    };
    expect(await say({ ...WHOAMI, author }, LISTED)).toBe(
      "You are Mei \\*Lin\\* (\\@mei\\_lin). You may use me.\n\n- your id: `42`\n- the id of this chat: `42`\n- your app's language: en\\-GB",
    );
  });

  it("is open to strangers, so that the owner can let them in", async () => {
    const author = { id: "43", language: "en" };
    const group = { isGroup: true, replyTo: { chat: -100_5 } } as const;
    const told = await say({ ...WHOAMI, ...group, author }, LISTED);
    expect(told).toContain("I do not know your name. You may not use me.");
    expect(told).toContain("- your id: `43`\n- the id of this group: `-1005`");
  });

  it("speaks Chinese", async () => {
    const author = { id: "43", name: "小美", language: "zh-hans" };
    expect(await say({ ...WHOAMI, author })).toMatch(
      /^你是 小美。你可以使用我。/,
    );
    expect(await say({ ...WHOAMI, author }, LISTED)).toContain(
      "你没有使用权限",
    );
  });
});

describe("a stranger", () => {
  const author = { id: "43", language: "en" };

  it.each([
    ["a message", {}],
    ["a command", { command: { name: "new", argument: "" } }],
    [
      "a button",
      { command: { name: "memory", argument: "export" }, pressedBelow: "7" },
    ],
  ])("gets their id for %s, and nothing else", async (_, message) => {
    expect(await say({ author, ...message }, LISTED)).toBe(
      "This bot is private. To get access, send its owner your id: `43`.",
    );
  });
});
