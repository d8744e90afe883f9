import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FakeStream } from "../../browser/fake-stream.ts";
import type { FakeBehaviour } from "../../browser/fake-web-server.ts";
import { fire } from "./browser-page.ts";
import { openPage } from "./open-page.ts";

// What needs no browser that draws; the rest is in `test/browser/`.

let page: Awaited<ReturnType<typeof openPage>>;
let number = 0;

beforeAll(async () => {
  page = await openPage({
    conversations: [
      { number: 47, title: "Ada Lovelace", at: Date.now() },
      { number: 46, title: "Sums", at: Date.now() - 1 },
    ],
  });
});
afterAll(() => page.close());
/** Each test has a conversation of its own. */
beforeEach(() => show({}));

async function show(behaviour: Partial<FakeBehaviour>): Promise<void> {
  Object.assign(page.server, {
    messages: [],
    replies: {},
    suggested: [],
    onMessage: (stream: FakeStream) => stream.reply({ text: "Yes." }),
    ...behaviour,
  });
  page.list.open((number += 1));
  await shown("gate").toBe("");
}

const soon = <Value>(find: () => Value) => expect.poll(find, { interval: 5 });
const shown = (id: string) => soon(() => page.shown(id));
const sentTo = (route: string) => soon(() => page.server.requestsTo(route));

function send(text: string, answer: (stream: FakeStream) => void): void {
  page.server.onMessage = answer;
  page.write("Your message", text);
  page.key("Your message", "Enter");
}

const sent = () =>
  page.server.requests.findLast(({ route }) => route === "POST /web/messages");

const ASKED = { turn: "t1", role: "user", text: "Who?", at: 1 } as const;
const ANSWERED = {
  turn: "t1",
  role: "assistant",
  text: "A poet.",
  at: Date.UTC(2026, 1, 3, 12),
} as const;
const SEARCH = {
  thought: "I should look.",
  tool: "search",
  input: { query: "Ada" },
  observation: "A poet.",
};
const SUM = {
  thought: "",
  tool: "calculator",
  input: "1 + 1",
  observation: "2",
  usage: { input_tokens: 1_600, cached_input_tokens: 900, output_tokens: 40 },
  model_ms: 1_250,
  tool_ms: 3,
};
const ACTIONS = "[Copy answer] [Good answer] [Bad answer] [Regenerate] [Edit]";

describe("an answer", () => {
  it("shows what its agent does, then the text, then what can be done with it", async () => {
    const { promise, resolve } = Promise.withResolvers<FakeStream>();
    send(" Who? ", resolve);
    const stream = await promise;
    stream.step(0, SEARCH);
    stream.step(1, SUM);
    await shown("messages").toBe(
      "You Who? Ada Searched: Ada Calculated: 1 + 1 Thinking…",
    );
    stream.delta(0, "A *po");
    await shown("messages").toMatch(
      /^You Who\? Ada A po Answering… \[2 steps\]/,
    );
    const sources = [
      { title: "Ada", url: "https://a.b/c" },
      { title: "", url: "javascript:x" },
    ];
    stream.reply({ text: "A *poet*.", steps: [SEARCH, SUM], sources });
    await shown("messages").toContain(
      "You Who? Ada A poet . [Sources (2)] [Ada] a.b javascript:x " +
        "[2 steps] Searched: Ada Thought I should look. Tool search " +
        'Input { "query": "Ada" } Observation A poet. ' +
        "Calculated: 1 + 1 Tool calculator Input 1 + 1 Observation 2 " +
        "Time and tokens model 1,250 ms · 1,600 tokens in (900 cached), 40 out · tool 3 ms " +
        ACTIONS,
    );
    expect(sent()?.body).toMatchObject({ text: "Who?" });
  });

  it.each([
    [{}, "[Sources] Loading… [1 step] Loading… "],
    [{ steps: 0, has_sources: false }, ""],
  ])(
    "of the history has folds for what it may have: %j",
    async (has, folds) => {
      await show({ messages: [ASKED, { ...ANSWERED, ...has }] });
      await shown("messages").toContain(
        `You Who? Ada A poet. ${folds}${ACTIONS} Feb`,
      );
    },
  );

  it("of the history loads its steps when they are opened, also after a failure", async () => {
    await show({ messages: [ASKED, ANSWERED] });
    page.open("1 step");
    await shown("messages").toContain(
      "[1 step] Something went wrong on the server.",
    );
    page.server.replies = { t1: { text: "", steps: [SEARCH] } };
    page.open("1 step");
    await shown("messages").toMatch(/^You Who\? Ada A poet\. \[1 step\] Sear/);
  });

  it.each([
    ["operator", "The team"],
    ["schedule", "Reminder"],
  ] as const)("of another author has no thumbs: %s", async (origin, name) => {
    const answer = { ...ANSWERED, origin, steps: 0, has_sources: false };
    await show({ messages: [answer] });
    await shown("messages").toContain(`${name} A poet. [Copy answer] Feb`);
  });

  it("that never came is not there", async () => {
    await show({ messages: [ASKED] });
    await shown("messages").toBe("You Who?");
  });

  it.each([
    [new Date(2026, 1, 3, 15, 4).getTime(), /Feb 3, 2026, 3:04\sPM$/],
    [new Date().setHours(15, 4), /Bad answer\] 3:04\sPM$/],
  ])("has its time, and the date of an earlier day", async (at, time) => {
    await show({ messages: [{ ...ANSWERED, at }] });
    await shown("messages").toMatch(time);
  });

  it("has a question's buttons, which send their code and show their label", async () => {
    const buttons = [
      { label: "Red", text: "choose 1" },
      { label: "Blue", text: "choose 2" },
    ];
    const question = { kind: "choice", buttons } as const;
    send("Paint", (stream) => stream.reply({ text: "Which?", question }));
    await shown("messages").toContain("Which? [Red] [Blue]");
    page.press("Blue");
    await shown("messages").toMatch(/Which\? \[Copy.*You Blue Ada/);
    await soon(() => sent()?.body).toMatchObject({ text: "choose 2" });
  });

  it("is rated, with a reason if it is bad, and no longer", async () => {
    await show({ messages: [ASKED, { ...ANSWERED, thumb: "up" }] });
    await shown("messages").toContain(
      "[Good answer aria-pressed] [Bad answer]",
    );
    page.press("Bad answer");
    const bad = "[Good answer] [Bad answer aria-pressed]";
    await shown("messages").toContain(`${bad} [What was wrong? (optional)]`);
    page.write("What was wrong? (optional)", " Late. ");
    page.submit("What was wrong? (optional)");
    await shown("toast").toBe("Thank you.");
    await shown("messages").toContain(`${bad} [Regenerate]`);
    page.press("Bad answer");
    await shown("messages").toContain(ACTIONS);
    await sentTo("PUT /web/messages/t1/rating").toEqual([
      { thumb: "down" },
      { thumb: "down", reason: "Late." },
      { thumb: null },
    ]);
  });
});

describe("a message", () => {
  it.each([
    ["Enter", {}, ""],
    ["Enter", { shiftKey: true }, "x"],
    ["Enter", { isComposing: true }, "x"],
    ["Enter", { keyCode: 229 }, "x"],
    ["a", {}, "x"],
  ])("is sent by Enter alone: %s %j leaves %j", (key, event, left) => {
    page.write("Your message", "x");
    page.key("Your message", key, event);
    expect(page.draft.text.value).toBe(left);
  });

  it("is not sent while it is too long, which is said", async () => {
    page.write("Your message", "x".repeat(32_000));
    await shown("composer-problem").toBe("");
    send("x".repeat(32_001), () => {});
    await shown("composer-problem").toMatch(/32,001 .* 32,000/);
    expect(page.draft.text.value).toHaveLength(32_001);
  });

  it("becomes a file where it is pasted and the box has no room for it", async () => {
    const box = page.boxNamed("Your message");
    box.value = "abc";
    const paste = (length: number, selectionStart: number) => {
      box.setSelectionRange(selectionStart, 3);
      fire(box, "beforeinput", { data: "x".repeat(length) });
    };
    paste(31_998, 1);
    paste(31_999, 1);
    expect(page.draft.attachments.reading.value).toBe(0);
    paste(31_999, 2);
    await shown("attachments").toBe("pasted-text.txt [Remove pasted-text.txt]");
    page.press("Remove pasted-text.txt");
    await shown("attachments").toBe("");
  });

  it("is asked again or edited in its place, with the files that the server has", async () => {
    const files = ["a.txt", "b.txt"];
    await show({ messages: [{ ...ASKED, files }, ANSWERED] });
    page.press("Regenerate");
    await soon(sent).toMatchObject({
      search: `?conversation=${number}&edits=t1`,
      body: { text: "Who?", keeps_files: true },
    });
    await shown("messages").toMatch(
      /^You a\.txt b\.txt Who\? .* 2 \/ 2 .*\[Edit\]/,
    );
    page.press("Edit");
    const kept = "[Remove the earlier files]";
    await shown("attachments").toBe(`a.txt ${kept} b.txt ${kept}`);
    await shown("editing").toMatch(/^You are editing/);
    page.press("Remove the earlier files");
    await shown("attachments").toBe("");
    page.press("Cancel");
    await shown("editing").toBe("");
  });

  it("has its versions, with the way to those beside it", async () => {
    const versions = ["t0", "t1"];
    await show({ messages: [{ ...ASKED, versions }, ANSWERED] });
    await shown("messages").toContain(
      "[Previous version] 2 / 2 [Next version aria-disabled]",
    );
    page.server.messages = [{ ...ASKED, versions, turn: "t0", text: "What?" }];
    page.press("Next version");
    page.press("Previous version");
    await shown("messages").toBe(
      "You What? [Previous version aria-disabled] 1 / 2 [Next version]",
    );
    expect(
      page.server.requests.filter(({ route }) => route.endsWith("/chosen")),
    ).toMatchObject([{ route: "PUT /web/messages/t0/chosen" }]);
  });

  it("says why there is no answer, or not yet", async () => {
    const problem = { type: "x/turn-failed", title: "T", detail: "It failed." };
    send("Why?", (stream) => stream.error(problem));
    await shown("messages").toBe("You Why? Ada It failed. [Ask again]");
    page.server.onMessage = (stream) => stream.waiting(120);
    page.press("Ask again");
    await shown("messages").toMatch(/ Trying again in 2 minutes… \[Try now\]$/);
  });
});

describe("a new conversation", () => {
  it("has examples for the bot's tools, which are sent by a tap", async () => {
    await shown("welcome").toMatch(
      /calculates.* \[What is 12.*\] \[Who was.*\] \[I am Lai Lai\]$/,
    );
    page.press("I am Lai Lai");
    await soon(() => sent()?.body).toMatchObject({ text: "I am Lai Lai" });
    await shown("welcome").toBe("");
  });

  it("has suggestions after an answer, until something is written", async () => {
    page.server.suggested = ["Why?", "And then?"];
    send("Is it?", (stream) => stream.reply({ text: "Yes." }));
    await shown("suggestions").toBe("[Why?] [And then?]");
    page.write("Your message", "B");
    await shown("suggestions").toBe("");
  });
});

describe("the list of conversations", () => {
  const list = () =>
    soon(() =>
      page
        .shown("conversations")
        .replaceAll(/\[(?:Rename|Export|Memory|Delete|Actions)[^\]]*\] ?/g, ""),
    );

  it("is searched by title and by what was said", async () => {
    const match = { turn: "t1", role: "user", at: 1 } as const;
    page.server.matches = [
      { ...match, number: 46, excerpt: "…poet…" },
      { ...match, number: 999, excerpt: "deleted" },
    ];
    page.write("Search conversations", " ADA ");
    await list().toBe("[Ada Lovelace] [Sums …poet…]");
    page.server.matches = [];
    page.write("Search conversations", "nothing");
    await shown("no-conversations").toBe("No titles and no messages match.");
    page.write("Search conversations", "");
    await list().toMatch(/\[Sums\]/);
  });

  it.each([
    ["Escape", "X", "Sums"],
    ["Enter", " ", "Sums"],
    ["Enter", " Sum ", "Sum"],
  ])("has a title changed by %s in %j to %j", async (key, title, kept) => {
    page.choose("Sums", "Rename");
    await soon(page.titleBox).not.toBeNull();
    const box = page.titleBox();
    if (box !== null) box.value = title;
    fire(box, "keydown", { key });
    await soon(page.titleBox).toBeNull();
    await list().toContain(`[${kept}]`);
  });

  it("loses what is deleted, unless that is undone", async () => {
    await sentTo("PUT /web/conversations/46").toEqual([{ title: "Sum" }]);
    page.list.open(46);
    await list().toContain("[Sum aria-current]");
    page.choose("Sum", "Delete");
    await shown("toast").toBe("Conversation deleted. [Undo]");
    await list().not.toContain("Sum");
    page.press("Undo");
    await list().toContain("[Sum aria-current]");
    page.choose("Sum", "Delete");
    page.choose("Ada Lovelace", "Delete");
    const deletion = { route: "DELETE /web/conversation" };
    await soon(() => page.server.requests).toContainEqual(
      expect.objectContaining({ ...deletion, search: "?conversation=46" }),
    );
    page.press("Undo");
    await list().toContain("Ada Lovelace");
  });

  it("leads to the notes of a conversation's memory, to change and delete", async () => {
    page.server.notes = ["A", "B", "C"];
    page.choose("Ada Lovelace", "Memory");
    const notes = () =>
      soon(() =>
        page
          .shown("memory")
          .match(/\b[A-Z] \[Change/g)
          ?.join(""),
      );
    await notes().toBe("A [ChangeB [ChangeC [Change");
    page.press("Delete note 2");
    await notes().toBe("A [ChangeC [Change");
    page.press("Change note 2");
    await shown("memory").toContain("[Change note 2] [Save] [Cancel]");
    page.boxNamed("Change note 2").value = " D ";
    page.press("Save");
    await notes().toBe("A [ChangeD [Change");
    expect(page.server.notes).toEqual(["A", "D"]);
    page.press("Close");
  });
});

describe("a note that is being changed", () => {
  const problem = { status: 503, slug: "x", title: "No", detail: "" };
  const write = (note: number, text: string) => {
    page.press(`Change note ${note}`);
    return expect
      .poll(() => page.boxNamed(`Change note ${note}`), { interval: 5 })
      .toSatisfy((box: HTMLTextAreaElement) => {
        box.value = text;
        return true;
      });
  };

  it("stays as it is typed while another one goes, and if it cannot be saved", async () => {
    page.server.notes = ["A", "B"];
    page.choose("Ada Lovelace", "Memory");
    await shown("memory").toContain("A [Change note 1]");
    await write(1, "Long.");
    page.press("Delete note 2");
    await shown("memory").not.toContain("B");
    page.server.problem = problem;
    page.press("Save");
    await shown("memory").toMatch(
      /That did not work\. Please try again\. \[Change note 1\]/,
    );
    expect(page.boxNamed("Change note 1").value).toBe("Long.");
    page.server.problem = undefined;
    page.press("Save");
    await shown("memory").toMatch(/Long\. \[Change note 1\]/);
    page.press("Close");
  });

  it("is left as it was if nothing is changed", async () => {
    page.choose("Ada Lovelace", "Memory");
    await shown("memory").toContain("Long. [Change note 1]");
    await write(1, "  ");
    page.press("Save");
    await shown("memory").toContain("Long. [Change note 1]");
    page.server.notes = [];
    page.press("Delete note 1");
    await shown("memory").toMatch(/^Memory I have no notes: .* \[Close\]$/);
    page.press("Close");
  });
});

describe("the page", () => {
  it("asks for the password, and says that one is wrong", async () => {
    page.server.password = "secret";
    page.list.open(number);
    await shown("gate").toMatch(
      /that its owner gave you\. Password \[\] \[Log in\]$/,
    );
    page.submit("Log in");
    await shown("gate").toMatch(/That is not the password\. \[Log in\]$/);
    page.server.password = undefined;
  });

  it("says why a conversation cannot be opened, and opens it again", async () => {
    const problem = { status: 400, slug: "x", title: "No", detail: "Not now." };
    page.server.problem = problem;
    page.list.open(number);
    await shown("gate").toBe("No Not now. [Try again]");
    page.server.problem = undefined;
    page.press("Try again");
    await shown("gate").toBe("");
  });

  it.each([
    [{ demo: false }, "", ""],
    [{ demo: false, name: "m", style: "s" }, "m · s", ""],
    [{ demo: true, name: "m" }, "", ".dev.vars"],
  ])("names the model %j to its owner", async (model, name, banner) => {
    await show({ model });
    await shown("model").toBe(name);
    await shown("demo-banner").toContain(banner);
    page.server.model = { demo: false };
  });

  it("speaks the language that is chosen", async () => {
    page.press("中文");
    await shown("welcome").toMatch(/^想.*Ada 会.* \[80\.16/);
    page.press("English");
    await shown("welcome").toMatch(/Ada looks/);
  });
});
