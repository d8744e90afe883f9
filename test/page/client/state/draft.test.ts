import { beforeEach, describe, expect, it } from "vitest";
import type { Message } from "../../../../src/page/client/api.ts";
import { stubBrowser } from "../browser-page.ts";

stubBrowser();
const { createDraft } =
  await import("../../../../src/page/client/state/draft.ts");

beforeEach(() => localStorage.clear());

/** The draft of a page that was just loaded, in its first conversation. */
function setUp() {
  const sent: Message[] = [];
  const draft = createDraft({
    takes: { images: false, speech: false },
    onSend: (message) => void sent.push(message),
  });
  draft.open(0);
  return {
    draft,
    sent,
    box: () => draft.text.value,
    send: (text: string): string => {
      draft.write(text);
      draft.send();
      return sent.at(-1)?.id ?? "";
    },
    /** The conversation is loaded, with these messages. */
    load: (...messages: readonly Message[]) => {
      draft.noteArrived(messages.map(({ id }) => id));
      draft.noteShown(messages);
    },
  };
}

const EARLIER = { id: "t1", text: "ok" };

describe("a message that was sent", () => {
  it("is a draft again after a reload if the server does not have it", () => {
    setUp().send("Why?");
    const { box, load } = setUp();
    expect(box()).toBe("");
    load(EARLIER);
    expect(box()).toBe("Why?");
    expect(setUp().box()).toBe("Why?");
  });

  it.each(["is accepted", "is loaded from the server"])(
    "is none once it %s",
    (how) => {
      const first = setUp();
      const id = first.send("Why?");
      if (how === "is accepted") first.draft.noteArrived([id]);
      else setUp().load({ id, text: "Why?" }, EARLIER);
      const { draft, box, load } = setUp();
      load(EARLIER);
      draft.edit(EARLIER);
      draft.cancelEdit();
      expect(box()).toBe("");
    },
  );

  it("does not come back when an edit ends before it has arrived", () => {
    const { draft, box, send } = setUp();
    send("Why?");
    draft.edit(EARLIER);
    draft.cancelEdit();
    expect(box()).toBe("");
    draft.edit(EARLIER);
    draft.send();
    expect(box()).toBe("");
  });

  it("is kept when one before it arrives", () => {
    const { draft, send } = setUp();
    const id = send("One");
    send("Two");
    draft.noteArrived([id]);
    const { box, load } = setUp();
    load({ id, text: "One" });
    expect(box()).toBe("Two");
  });

  it("is not in the box while the page offers to send it again", () => {
    const { draft, box, send } = setUp();
    const id = send("Why?");
    draft.open(1);
    draft.open(0);
    draft.noteShown([{ id, text: "Why?" }]);
    expect(box()).toBe("");
    const reloaded = setUp();
    reloaded.load();
    expect(reloaded.box()).toBe("Why?");
  });

  it("leaves what is written instead", () => {
    const { send, draft } = setUp();
    send("Why?");
    draft.write("How?");
    const { box, load } = setUp();
    load();
    expect(box()).toBe("How?");
  });
});

describe("what is being written", () => {
  it("stays when the conversation is read again, even if it repeats the newest message", () => {
    const { draft, box, load } = setUp();
    load(EARLIER);
    draft.write(EARLIER.text);
    load(EARLIER);
    expect(box()).toBe("ok");
    expect(setUp().box()).toBe("ok");
    draft.edit(EARLIER);
    load(EARLIER);
    expect([box(), draft.edits.value]).toEqual(["ok", "t1"]);
  });

  it("gets nothing from another tab that sends", () => {
    const { box, load } = setUp();
    load(EARLIER);
    setUp().send("Why?");
    load(EARLIER);
    expect(box()).toBe("");
  });
});

it("forgets what a deleted conversation had in its box, and had sent", () => {
  const { draft, send } = setUp();
  send("Why?");
  draft.write("How?");
  draft.forget(0);
  const { box, load } = setUp();
  load();
  expect(box()).toBe("");
});
