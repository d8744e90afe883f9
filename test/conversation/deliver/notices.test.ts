import { expect, it } from "vitest";
import { notifyOperators } from "../../../src/conversation/deliver/notices.ts";
import type { Author } from "../../../src/types/message.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createTurn } from "../../fixtures/turns.ts";

const CONSOLE =
  "https://parley.example.com/console#/conversations/slack%3AT1%2FC2";

async function notify({
  author = { id: "42" },
  reason = "Wants a refund",
  text = "Help!",
  hasConsole = true,
}: {
  author?: Author;
  reason?: string;
  text?: string;
  hasConsole?: boolean;
}): Promise<string> {
  const said: string[] = [];
  const message = createMessage({ id: "m1", text, author });
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

it.each<[string, Parameters<typeof notify>[0], string]>([
  [
    "names the conversation and the reason, and links to the console",
    { author: { id: "42", name: "Zoë", username: "z" } },
    `**A person is wanted** in slack\\:T1\\/C2 (Zoë)\n\n> Wants a refund\n\n[Open it in the console](${CONSOLE})`,
  ],
  [
    "makes no link of what users have chosen",
    {
      author: { id: "42", username: "evil.example" },
      reason: "See [it](https://evil.example)",
      hasConsole: false,
    },
    "**A person is wanted** in slack\\:T1\\/C2 (evil\\.example)\n\n> See [it\\](https\\:\\/\\/evil\\.example)",
  ],
  [
    "has no name, no reason and no link where there is none, in the user's language",
    { text: "我要退款", reason: "", hasConsole: false },
    "**有人要找人工**：slack\\:T1\\/C2",
  ],
])("the note to operators %s", async (_, given, said) => {
  expect(await notify(given)).toBe(said);
});
