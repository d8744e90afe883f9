import { afterEach, expect, it, vi } from "vitest";
import type { Api } from "../../../../src/page/client/api.ts";
import { createChat } from "../../../../src/page/client/state/chat.ts";
import { createSuggestions } from "../../../../src/page/client/state/suggestions.ts";
import type { ConversationBody } from "../../../../src/types/page.ts";

afterEach(() => vi.unstubAllGlobals());

/** Has a message that is being answered. */
const BODY: ConversationBody = {
  model: { demo: false },
  messages: [],
  open: [{ turn: "t1", text: "Why?" }],
};

it("shows once what a person writes while they have the conversation", async () => {
  const said = {
    turn: "operator/1",
    role: "assistant",
    origin: "operator",
    text: "Anna here.",
    at: 1,
  } as const;
  const bodies: ConversationBody[] = [
    { ...BODY, open: [], with_person: true },
    { ...BODY, open: [], with_person: true, messages: [said] },
    { ...BODY, open: [], messages: [said] },
  ];
  const loadConversation = vi.fn(async () => ({
    kind: "done" as const,
    value: bodies.shift() ?? BODY,
  }));
  const chat = createChat({
    api: { of: () => ({ loadConversation }) } as unknown as Api,
    suggestions: createSuggestions({ isOn: false }),
    onAccepted() {},
    onOpen() {},
  });
  await chat.start(0);
  for (const _ of [1, 2, 3]) await chat.lookForPerson();
  expect(loadConversation).toHaveBeenCalledTimes(3);
  expect(
    chat.exchanges.value.map(({ question, origin, answer }) => [
      question,
      origin,
      answer.value.text,
    ]),
  ).toEqual([[undefined, "operator", "Anna here."]]);
});

it("follows a turn once, if its conversation is opened again while it loads", async () => {
  for (const name of ["addEventListener", "removeEventListener"])
    vi.stubGlobal(name, () => {});
  const loads = [1, 2].map(() => Promise.withResolvers<void>());
  const left = [...loads];
  const followed: string[] = [];
  const api = {
    of: () => ({
      async loadConversation() {
        await left.shift()?.promise;
        return { kind: "done", value: BODY };
      },
      async watch(turn: string) {
        followed.push(turn);
        return new Promise(() => {});
      },
    }),
  };
  const onOpen = vi.fn();
  const chat = createChat({
    api: api as unknown as Api,
    suggestions: createSuggestions({ isOn: false }),
    onAccepted() {},
    onOpen,
  });
  // Another tab has sent a message meanwhile.
  const starts = [chat.start(0), chat.start(0)];
  for (const { resolve } of loads) resolve();
  await Promise.all(starts);
  expect(onOpen).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(followed).toEqual(["t1"]));
});
