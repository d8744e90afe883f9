import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import type { Api, ConversationApi } from "../../../../src/page/client/api.ts";
import { createChat } from "../../../../src/page/client/state/chat.ts";
import { createExchange } from "../../../../src/page/client/state/exchange.ts";
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
    steps: 0,
    has_sources: false,
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

it("shows what a person has said before a message that was sent since, above it", async () => {
  const said = { ...asked("p1", "Anna here."), role: "assistant" } as const;
  const news = [asked("t1", "Tea?"), { ...said, origin: "operator" } as const];
  const own = { ...BODY, open: [], messages: [asked("t1", "Tea?")] };
  const messages = [...news, asked("t2", "Green?")];
  const { chat, api } = await open([own, { ...own, messages }]);
  chat.exchanges.value = [
    ...chat.exchanges.value,
    createExchange({ turn: "t2", question: undefined, api }),
  ];
  await chat.lookForNews();
  const turns = chat.exchanges.value.map(({ turn }) => turn);
  expect(turns).toEqual(["t1", "p1", "t2"]);
});

/** Shows what `bodies` say, one after the other, the last one for good. */
async function open(bodies: readonly ConversationBody[]) {
  let loads = 0;
  const loadConversation = async () => ({
    kind: "done" as const,
    value: bodies[Math.min(loads++, bodies.length - 1)] ?? BODY,
  });
  const api = {
    loadConversation,
    send: async () => new Promise(() => {}),
  } as unknown as ConversationApi;
  const chat = createChat({
    api: { of: () => api } as unknown as Api,
    suggestions: createSuggestions({ isOn: false }),
    onAccepted() {},
    onOpen() {},
  });
  await chat.start(0);
  const shown = () =>
    chat.exchanges.value.map(({ question }) => question?.text);
  return { chat, api, shown, loads: () => loads };
}

const asked = (turn: string, text: string) =>
  ({
    turn,
    role: "user",
    text,
    at: 1,
    steps: 0,
    has_sources: false,
  }) as const;

it("shows the history of the home once the conversation is linked, and its own again", async () => {
  const own = { ...BODY, open: [], messages: [asked("t1", "Here")] };
  const home = { ...own, is_linked: true, messages: [asked("h1", "There")] };
  const { chat, shown } = await open([own, home, own]);
  const [before] = chat.exchanges.value;
  await chat.lookForNews();
  // What was answered last stays in sight.
  expect(shown()).toEqual(["There", "Here"]);
  expect(chat.exchanges.value.at(-1)).toBe(before);
  await chat.lookForNews();
  expect(shown()).toEqual(["Here"]);
});

it("shows what is said in the other chat while it is linked", async () => {
  const first = asked("h1", "There");
  const home = { ...BODY, open: [], is_linked: true, messages: [first] };
  const more = { ...home, messages: [first, asked("h2", "And then?")] };
  const { chat, shown } = await open([home, more]);
  const [before] = chat.exchanges.value;
  await chat.lookForNews();
  expect(shown()).toEqual(["There", "And then?"]);
  expect(chat.exchanges.value[0]).toBe(before);
});

it("looks whether it is linked while a code works that it has asked for", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const { chat, loads } = await open([{ ...BODY, open: [] }]);
  await chat.lookForPerson();
  expect(loads()).toBe(1);
  chat.send({ text: "/link" });
  await chat.lookForPerson();
  expect(loads()).toBe(2);
  vi.setSystemTime(Date.now() + 600_000);
  await chat.lookForPerson();
  expect(loads()).toBe(2);
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
