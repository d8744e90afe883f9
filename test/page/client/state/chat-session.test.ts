import { signal } from "@preact/signals";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Message } from "../../../../src/page/client/api.ts";
import type { Opening } from "../../../../src/page/client/parts/request.ts";
import { createChatSession } from "../../../../src/page/client/state/chat-session.ts";
import type {
  Exchange,
  Status,
} from "../../../../src/page/client/state/exchange.ts";
import { english } from "../../../../src/page/client/texts-english.ts";

const FILE = { name: "a.txt", type: "text/plain", content: "YQ==" };

let window: EventTarget;
beforeEach(() => {
  window = new EventTarget();
  for (const name of ["addEventListener", "removeEventListener"] as const)
    vi.stubGlobal(name, window[name].bind(window));
});
afterEach(() => vi.unstubAllGlobals());

describe("a chat", () => {
  it("replaces the message that is regenerated, with its files", async () => {
    const { session, sent, shown } = setUp(["One.", "Two."]);
    session.send({ text: "Why?", files: [FILE] });
    await vi.waitFor(() => expect(shown()).toEqual(["One."]));
    const [first] = sent;
    session.send({ text: "Why?", files: [FILE], edits: first?.id });
    await vi.waitFor(() => expect(shown()).toEqual(["Two."]));
    const [, second] = sent;
    expect(second).toEqual({
      id: expect.not.stringMatching(first?.id ?? ""),
      text: "Why?",
      files: [FILE],
      edits: first?.id,
    });
  });

  it("is answering until the last of its messages is answered", async () => {
    const { session, shown, answering } = setUp(["One.", "Two."]);
    for (const text of ["One?", "Two?"]) session.send({ text });
    await vi.waitFor(() => expect(shown()).toEqual(["One.", "Two."]));
    expect(answering).toEqual([true, true, true, false]);
  });

  it("continues from an earlier message that is edited, as another version of it", async () => {
    const { session, sent, shown, exchanges } = setUp(["1.", "2.", "3.", "4."]);
    session.send({ text: "One?" });
    session.send({ text: "Two?" });
    await vi.waitFor(() => expect(shown()).toEqual(["1.", "2."]));
    session.send({ text: "One, again?", edits: sent[0]?.id });
    await vi.waitFor(() => expect(shown()).toEqual(["3."]));
    session.send({ text: "One, once more?", edits: sent[2]?.id });
    await vi.waitFor(() => expect(shown()).toEqual(["4."]));
    expect(exchanges.value[0]?.versions).toEqual([
      sent[0]?.id,
      sent[2]?.id,
      sent[3]?.id,
    ]);
  });

  it("asks a failed message again in its place if the server has its files", async () => {
    const { session, sent, problemOf } = setUp(["", "Two."]);
    session.send({ text: "Why?", files: [{ name: "a.txt" }] });
    const problem = await vi.waitUntil(() => problemOf(0));
    problem.action.run();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toMatchObject({
      files: [{ name: "a.txt" }],
      edits: sent[0]?.id,
    });
  });

  it("lets a message stay that waits behind one without an answer", async () => {
    const { session, sent, questions } = setUp(["", "Two.", "Three."]);
    session.send({ text: "Wrog?" });
    session.send({ text: "And then?" });
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    session.send({ text: "Wrong?", edits: sent[0]?.id });
    expect(questions()).toEqual(["And then?", "Wrong?"]);
  });

  it("asks a failed message again below it", async () => {
    const { session, sent, shown, problemOf } = setUp(["", "Two."]);
    session.send({ text: "Why?" });
    const problem = await vi.waitUntil(() => problemOf(0));
    problem.action.run();
    await vi.waitFor(() => expect(shown()).toEqual(["", "Two."]));
    expect(sent[1]).toEqual({
      id: expect.not.stringMatching(sent[0]?.id ?? ""),
      text: "Why?",
      files: [],
    });
  });

  it.each([
    [
      "when the browser is online again",
      () => window.dispatchEvent(new Event("online")),
    ],
    [
      "at the press of a button",
      (problem: StatusProblem) => problem.action.run(),
    ],
  ])(
    "sends a message that did not arrive again under its id %s",
    async (_, act) => {
      const { session, sent, shown, problemOf } = setUp([undefined, "Yes."]);
      session.send({ text: "Are you there?" });
      const problem = await vi.waitUntil(() => problemOf(0));
      expect(problem.text(english).title).toBe(english.notSent);
      act(problem);
      await vi.waitFor(() => expect(shown()).toEqual(["Yes."]));
      expect(sent[1]).toEqual(sent[0]);
    },
  );

  it("follows an answer that was lost again when the browser is online, unless it has stopped", async () => {
    const { session, watched, answering, problemOf } = setUp([]);
    const online = () => window.dispatchEvent(new Event("online"));
    session.resume({ id: "t1", text: "Why?" });
    const problem = await vi.waitUntil(() => {
      const found = problemOf(0);
      // Ends the pause before the next attempt.
      if (found === undefined) online();
      return found;
    });
    const before = watched.length;
    online();
    await vi.waitUntil(() => watched.length > before);
    session.stop();
    problem.action.run();
    expect(answering.at(-1)).toBe(false);
  });

  it("neither follows nor sends what was edited away when the browser is online again", async () => {
    const { session, sent, watched, problemOf, shown } = setUp([
      "One.",
      undefined,
      "Three.",
    ]);
    const online = () => window.dispatchEvent(new Event("online"));
    session.resume({ id: "t1", text: "Lost?" });
    await vi.waitUntil(() => {
      const found = problemOf(0);
      // Ends the pause before the next attempt.
      if (found === undefined) online();
      return found;
    });
    const before = watched.length;
    session.send({ text: "One?", edits: "t1" });
    await vi.waitFor(() => expect(shown()).toEqual(["One."]));
    session.send({ text: "Two?" });
    await vi.waitUntil(() => problemOf(1));
    session.send({ text: "Three?", edits: sent[1]?.id });
    await vi.waitFor(() => expect(shown()).toEqual(["One.", "Three."]));
    online();
    expect(watched).toHaveLength(before);
    expect(session.stop()).toEqual([]);
    expect(shown()).toEqual(["One.", "Three."]);
    expect(sent).toHaveLength(3);
  });

  it("sends messages in their order, and follows their answers one by one", async () => {
    const { session, sent, watched, shown } = setUp(["One.", "Two."]);
    session.send({ text: "First" });
    session.send({ text: "Second" });
    await vi.waitFor(() => expect(shown()).toEqual(["One.", "Two."]));
    expect(sent.map(({ text }) => text)).toEqual(["First", "Second"]);
    expect(watched).toEqual([sent[1]?.id]);
  });

  it("returns the messages that did not arrive when it stops", async () => {
    const { session, sent, problemOf } = setUp(["One.", undefined]);
    session.send({ text: "First" });
    session.send({ text: "Second" });
    await vi.waitUntil(() => problemOf(1));
    expect(session.stop()).toEqual([sent[1]]);
  });
});

type StatusProblem = Extract<Status, { kind: "problem" }>;

/** @param replies to the messages in their order; `undefined` if it is lost */
function setUp(replies: readonly (string | undefined)[]) {
  const sent: Message[] = [];
  const watched: string[] = [];
  const answering: boolean[] = [];
  const exchanges = signal<readonly Exchange[]>([]);
  const answers = new Map<string, string>();

  const open = (id: string): Opening => {
    const text = answers.get(id);
    if (text === undefined) return { kind: "unreachable" };
    const data = JSON.stringify({ id, reply: { text }, steps: [] });
    const { body } = new Response(`event: reply\ndata: ${data}\n\n`);
    return body === null ? { kind: "unreachable" } : { kind: "open", body };
  };
  const session = createChatSession({
    api: {
      async send(message) {
        const text = replies[sent.length];
        if (text !== undefined) answers.set(message.id, text);
        sent.push(message);
        return open(message.id);
      },
      async watch(id) {
        watched.push(id);
        return open(id);
      },
      loadConversation: async () => ({ kind: "stranger" }),
      stop: async () => ({ kind: "unreachable" }),
      loadReply: async () => ({ kind: "unreachable" }),
      rate: async () => ({ kind: "unreachable" }),
      suggest: async () => ({ kind: "unreachable" }),
      choose: async () => ({ kind: "unreachable" }),
      loadMemory: async () => ({ kind: "unreachable" }),
      changeNote: async () => ({ kind: "unreachable" }),
      deleteNote: async () => ({ kind: "unreachable" }),
      forget: async () => ({ kind: "unreachable" }),
    },
    exchanges,
    onAnswering: (isAnswering) => void answering.push(isAnswering),
    onSend: () => {},
    onAccepted: () => {},
    onLeftToPerson() {},
    onReplied: () => {},
    onPasswordRequired: () => {},
  });
  return {
    session,
    exchanges,
    sent,
    watched,
    answering,
    questions: () => exchanges.value.map(({ question }) => question?.text),
    /** The answers that the page shows. */
    shown: () => exchanges.value.map(({ answer }) => answer.value.text),
    problemOf: (index: number): StatusProblem | undefined => {
      const status = exchanges.value[index]?.status.value;
      return status?.kind === "problem" ? status : undefined;
    },
  };
}
