import { describe, expect, it } from "vitest";
import { notifyOperators } from "../../../src/conversation/deliver/notify-operators.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createTurn } from "../../fixtures/turns.ts";

async function notify({
  reason = "Wants a refund",
  text = "Help!",
  hasConsole = true,
} = {}): Promise<string> {
  const said: string[] = [];
  const message = createMessage({
    id: "m1",
    text,
    author: { id: "42", name: "[Zoë](https://evil.example)", username: "z" },
  });
  await notifyOperators(
    {
      event: { type: "conversation.needs_human", turn: "m1", reason, at: 0 },
      turn: createTurn({ message }),
    },
    {
      conversation: "slack:T1/C2",
      id: "evt_1/operators",
      channel: {
        split: async (markdown) => [{ text: markdown }],
        send: async (part) => {
          said.push(part.text);
          return { id: "1" };
        },
      },
      to: { chat: "C9" },
      consoleUrl: hasConsole ? "https://parley.example.com/console" : undefined,
      signal: new AbortController().signal,
    },
  );
  return said.join("\n");
}

describe("the note to operators", () => {
  it("names the conversation and the reason, and links to the console", async () => {
    const said = await notify();
    expect(said).toContain("**A person is wanted** in slack");
    expect(said).toContain("Zoë");
    expect(said).toContain("> Wants a refund");
    expect(said).toContain(
      "https://parley.example.com/console#/conversations/slack%3AT1%2FC2",
    );
  });

  it("makes no link of what users have chosen", async () => {
    const said = await notify({ reason: "See https://evil.example" });
    expect(said).not.toContain("(https://evil.example)");
  });

  it("has no link and no reason where there is none, and is in the user's language", async () => {
    const said = await notify({
      reason: "",
      text: "我要退款",
      hasConsole: false,
    });
    expect(said).toContain("有人要找人工");
    expect(said).not.toMatch(/console|^>/m);
  });
});
