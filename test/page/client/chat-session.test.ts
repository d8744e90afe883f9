import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Message, Opening } from "../../../src/page/client/api.ts";
import { createChatSession } from "../../../src/page/client/chat-session.ts";
import type {
  ExchangeView,
  MessageActions,
} from "../../../src/page/client/exchange-view.ts";
import type { StatusProblem } from "../../../src/page/client/status-view.ts";
import { english } from "../../../src/page/client/texts-english.ts";

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
    await vi.waitFor(() => expect(shown.at(-1)?.answer).toBe("One."));
    shown[0]?.actions?.regenerate();
    await vi.waitFor(() => expect(shown.at(-1)?.answer).toBe("Two."));
    const [first, second] = sent;
    expect(second).toEqual({
      id: expect.not.stringMatching(first?.id ?? ""),
      text: "Why?",
      files: [FILE],
      edits: first?.id,
    });
    expect(shown).toHaveLength(1);
  });

  it("asks a failed message again below it", async () => {
    const { session, sent, shown } = setUp(["", "Two."]);
    session.send({ text: "Why?" });
    await vi.waitFor(() => expect(shown[0]?.problem).toBeDefined());
    shown[0]?.problem?.action?.run();
    await vi.waitFor(() => expect(shown[1]?.answer).toBe("Two."));
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
      (problem: StatusProblem) => problem.action?.run(),
    ],
  ])(
    "sends a message that did not arrive again under its id %s",
    async (_, act) => {
      const { session, sent, shown } = setUp([undefined, "Yes."]);
      session.send({ text: "Are you there?" });
      const problem = await vi.waitUntil(() => shown[0]?.problem);
      expect(problem.text(english).title).toBe(english.notSent);
      act(problem);
      await vi.waitFor(() => expect(shown[0]?.answer).toBe("Yes."));
      expect(sent[1]).toEqual(sent[0]);
    },
  );

  it("sends messages in their order, and follows their answers one by one", async () => {
    const { session, sent, watched, shown } = setUp(["One.", "Two."]);
    session.send({ text: "First" });
    session.send({ text: "Second" });
    await vi.waitFor(() => expect(shown[1]?.answer).toBe("Two."));
    expect(sent.map(({ text }) => text)).toEqual(["First", "Second"]);
    expect(watched).toEqual([sent[1]?.id]);
    expect(shown[0]?.answer).toBe("One.");
  });

  it("returns the messages that did not arrive when it stops", async () => {
    const { session, sent, shown } = setUp(["One.", undefined]);
    session.send({ text: "First" });
    session.send({ text: "Second" });
    await vi.waitFor(() => expect(shown[1]?.problem).toBeDefined());
    expect(session.stop()).toEqual([sent[1]]);
  });
});

/** What the page shows of a message. */
interface Shown {
  answer?: string;
  problem?: StatusProblem;
  actions?: MessageActions | undefined;
}

/** @param replies to the messages in their order; `undefined` if it is lost */
function setUp(replies: readonly (string | undefined)[]) {
  const sent: Message[] = [];
  const watched: string[] = [];
  const shown: Shown[] = [];
  const answers = new Map<string, string>();

  const open = (id: string): Opening => {
    const text = answers.get(id);
    if (text === undefined) return { kind: "unreachable" };
    const data = JSON.stringify({ id, reply: { text }, steps: [] });
    const { body } = new Response(`event: reply\ndata: ${data}\n\n`);
    return body === null ? { kind: "unreachable" } : { kind: "open", body };
  };
  const createExchange = (): ExchangeView => {
    const exchange: Shown = {};
    shown.push(exchange);
    return {
      element: {} as HTMLElement,
      showProgress: () => {},
      showRetry: () => {},
      showAnswer: () => {},
      finish({ text, actions }) {
        exchange.answer = text;
        exchange.actions = actions;
      },
      showProblem(problem) {
        exchange.problem = problem;
      },
    };
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
      forget: async () => ({ kind: "unreachable" }),
    },
    conversation: {
      add: createExchange,
      follow: () => {},
      moveToEnd: () => {},
      greet: () => {},
      removeNewest: () => void shown.pop(),
      clear: () => {},
    },
    onAnswering: () => {},
    onAccepted: () => {},
    onEdit: () => {},
    onPasswordRequired: () => {},
  });
  return { session, sent, watched, shown };
}
