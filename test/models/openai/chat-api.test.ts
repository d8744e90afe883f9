import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toChatMessages } from "../../../src/models/openai/apis.ts";
import type { PromptMessage } from "../../../src/types/model.ts";
import { arbitraryMessages } from "../arbitrary-messages.ts";

function toChat(messages: readonly PromptMessage[], reasoningContent?: string) {
  return toChatMessages(messages, {
    reasoningContent,
    separatesUserFromTool: false,
  });
}

describe("consecutive messages of the same role", () => {
  it.each<[string, PromptMessage[], object[]]>([
    [
      "user messages",
      [
        { role: "user", content: "One" },
        { role: "user", content: "Two" },
      ],
      [{ role: "user", content: "One\n\nTwo" }],
    ],
    [
      "an observation and a user message",
      [
        { role: "observation", content: "It is 4." },
        { role: "user", content: "Answer now." },
      ],
      [{ role: "user", content: "It is 4.\n\nAnswer now." }],
    ],
    [
      "system messages",
      [
        { role: "system", content: "Be brief." },
        { role: "system", content: "Summary" },
      ],
      [{ role: "system", content: "Be brief.\n\nSummary" }],
    ],
    [
      "assistant messages",
      [
        { role: "assistant", content: "One" },
        { role: "assistant", content: "Two" },
      ],
      [{ role: "assistant", content: "One\n\nTwo" }],
    ],
  ])("are merged: %s", (_case, messages, sent) => {
    expect(toChat(messages)).toEqual(sent);
  });

  it("are merged with all their images, after the text", () => {
    expect(
      toChat([
        { role: "user", content: "One", images: ["data:a", "data:b"] },
        { role: "user", content: "Two" },
        { role: "observation", content: "Three" },
        { role: "user", content: "Four", images: ["data:c"] },
      ]),
    ).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "One\n\nTwo\n\nThree\n\nFour" },
          { type: "image_url", image_url: { url: "data:a" } },
          { type: "image_url", image_url: { url: "data:b" } },
          { type: "image_url", image_url: { url: "data:c" } },
        ],
      },
    ]);
  });

  it("stay separate if they are tool calls or results", () => {
    const calls: PromptMessage = {
      role: "assistant",
      content: "",
      toolCalls: [
        { id: "a", name: "search", arguments: "{}" },
        { id: "b", name: "search", arguments: "{}" },
      ],
    };
    const sent = toChat([
      { role: "assistant", content: "Let me see." },
      calls,
      { role: "tool", content: "One", toolCallId: "a" },
      { role: "tool", content: "Two", toolCallId: "b" },
      calls,
    ]);
    expect(sent.map(({ role }) => role)).toEqual([
      "assistant",
      "assistant",
      "tool",
      "tool",
      "assistant",
    ]);
  });
});

it("merges consecutive messages of the same role in any prompt, except tool calls and results", () => {
  fc.assert(
    fc.property(arbitraryMessages(), (messages) => {
      const kinds = toChat(messages).map((message) =>
        "tool_calls" in message ? "calls" : message.role,
      );
      const doubled = kinds.filter(
        (kind, index) => index > 0 && kind === kinds[index - 1],
      );
      expect(doubled.filter((kind) => !/calls|tool/.test(kind))).toEqual([]);
    }),
  );
});

it("keeps the chat append-only as messages are added, for the prompt cache", () => {
  fc.assert(
    fc.property(arbitraryMessages(), fc.nat(), (messages, place) => {
      const part = messages.slice(0, place % (messages.length + 1));
      const [all, earlier] = [messages, part].map((list) =>
        toChat(list)
          .map((message) => JSON.stringify(message))
          .join("")
          .replace(/"\}$/, ""),
      );
      expect(all?.startsWith(earlier ?? "")).toBe(true);
    }),
  );
});

it("replaces half surrogate pairs, which servers written in Python answer with 500", () => {
  const half = "Half \ud83d pair";
  const sent = toChat([
    { role: "user", content: half },
    {
      role: "assistant",
      content: half,
      toolCalls: [{ id: "a", name: "search", arguments: `{"q":"${half}"}` }],
    },
    { role: "tool", content: half, toolCallId: "a" },
  ]);
  expect(JSON.stringify(sent)).not.toContain(String.raw`\ud83d`);
});

it("puts a placeholder for reasoning into every assistant message, and into no other", () => {
  const messages: PromptMessage[] = [
    { role: "user", content: "Hi" },
    { role: "assistant", content: "Hello" },
  ];
  expect(toChat(messages, "")).toEqual([
    { role: "user", content: "Hi" },
    { role: "assistant", content: "Hello", reasoning_content: "" },
  ]);
  expect(JSON.stringify(toChat(messages))).not.toContain("reasoning");
});

it("separates a user message from a tool result if a server requires it", () => {
  const roles = toChatMessages(
    [
      { role: "tool", content: "42", toolCallId: "a" },
      { role: "user", content: "Answer now." },
    ],
    { reasoningContent: undefined, separatesUserFromTool: true },
  ).map(({ role }) => role);
  expect(roles).toEqual(["tool", "assistant", "user"]);
});
