import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  vi,
} from "vitest";
import type { FakeStream } from "../../browser/fake-stream.ts";
import type { FakeBehaviour } from "../../browser/fake-web-server.ts";
import { fire } from "./browser-page.ts";
import { openPage } from "./open-page.ts";

// What needs no browser that draws; the rest is in `test/browser/`.

let language: (typeof import("../../../src/page/client/parts/language.tsx"))["language"];
let page: Awaited<ReturnType<typeof openPage>>;
let number = 0;

beforeAll(async () => {
  page = await openPage({
    conversations: [
      { number: 47, title: "Ada Lovelace", at: Date.now() },
      { number: 46, title: "Sums", at: Date.now() - 1 },
    ],
  });
  ({ language } = await import("../../../src/page/client/parts/language.tsx"));
});
afterAll(() => page.close());
/** Each test has a conversation of its own. */
beforeEach(() => show({}));

async function show(behaviour: Partial<FakeBehaviour>): Promise<void> {
  Object.assign(page.server, {
    messages: [],
    replies: {},
    suggested: [],
    isDown: false,
    problem: undefined,
    password: undefined,
    hasStrangers: false,
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

/** Expects an element to be read like this in English and in Chinese. */
async function speaks(id: string, ...texts: readonly (string | RegExp)[]) {
  for (const [index, tag] of (["en", "zh-CN"] as const).entries()) {
    language.value = tag;
    await shown(id).toMatch(texts[index] ?? "");
  }
  language.value = "en";
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

  it("has its rating only once that is stored", async () => {
    await show({ messages: [{ ...ANSWERED, turn: "t9" }] });
    page.server.isDown = true;
    page.press("Good answer");
    await shown("toast").toBe("Your rating could not be saved.");
    await shown("messages").toContain("[Good answer] [Bad answer]");
  });

  it("links to its sources, and only if that is safe", async () => {
    const sources = [
      { title: "<img src=x>", url: "https://a.b/\"'><b>" },
      { title: "A page of this site", url: "/web/conversation" },
      { title: "bank.example", url: "https://bank.example@evil.example/" },
      { title: "\u202eelpmaxe.knab", url: "https://turned.example/" },
    ];
    send("Who?", (stream) => stream.reply({ text: "A poet.", sources }));
    await shown("messages").toContain(
      "[Sources (4)] [<img src=x>] a.b A page of this site [bank.example] evil.example [\u202eelpmaxe.knab] turned.example",
    );
    const links = [...document.querySelectorAll(".sources a")];
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "https://a.b/%22'%3E%3Cb%3E",
      "https://bank.example@evil.example/",
      "https://turned.example/",
    ]);
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

  it("takes files that are dropped or pasted, but no picture of a pasted text", async () => {
    const chat = document.getElementById("chat");
    const give = (type: string, name: string, types = ["Files"]) => {
      const given = { files: [new File(["Tea"], name)], types };
      fire(chat, type, { dataTransfer: given, clipboardData: given });
    };
    give("dragover", "");
    await soon(() => chat?.className).toBe("chat dropping");
    give("drop", "a.txt");
    await soon(() => chat?.className).toBe("chat");
    give("paste", "b.txt", ["text/plain", "Files"]);
    give("paste", "c.txt");
    await shown("attachments").toBe(
      "a.txt [Remove a.txt] c.txt [Remove c.txt]",
    );
    page.press("Remove a.txt");
    await shown("attachments").toBe("c.txt [Remove c.txt]");
    page.submit("Send");
    await soon(() => sent()?.body).toMatchObject({
      text: "",
      files: [{ name: "c.txt" }],
    });
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

  it("leaves the next one as it is, with its files, while it is edited", async () => {
    await show({ messages: [ASKED, ANSWERED] });
    page.write("Your message", "Next");
    page.draft.attachments.add([new File(["Tea"], "a.txt")]);
    const draft = "a.txt [Remove a.txt]";
    for (const end of ["Cancel", "Send"]) {
      await shown("attachments").toBe(draft);
      page.press("Edit");
      await shown("attachments").toBe("");
      page.write("Your message", "Who now?");
      if (end === "Cancel") page.press(end);
      else page.submit(end);
      await shown("attachments").toBe(draft);
      expect(page.boxNamed("Your message").value).toBe("Next");
    }
    await soon(sent).toMatchObject({ body: { text: "Who now?" } });
    page.press("Remove a.txt");
    page.write("Your message", "");
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

  const problem = (slug: string) => {
    page.server.problem = { status: 400, slug, title: "No", detail: "Later." };
  };

  it.each<[string, (stream: FakeStream) => void, en: string, zh: string]>([
    ["it thinks", () => {}, "Thinking…", "正在思考……"],
    [
      "it is written",
      (stream) => stream.delta(0, "B"),
      "B Answering…",
      "B 正在回答……",
    ],
    [
      "the connection is lost",
      (stream) => {
        page.server.problem = { status: 503, slug: "x", title: "", detail: "" };
        stream.cut();
      },
      "Connection lost, trying again…",
      "连接断开了，正在重试……",
    ],
    [
      "the model is away",
      (stream) => stream.waiting(120),
      "The model cannot be reached. Trying again in 2 minutes… [Try now]",
      "连不上语言模型，2 分钟后重试…… [立即重试]",
    ],
    [
      "it has failed",
      (stream) =>
        stream.error({
          type: "x/turn-failed",
          title: "T",
          detail: "It failed.",
        }),
      "It failed. [Ask again]",
      "It failed. [再问一次]",
    ],
    [
      "it is empty",
      (stream) => stream.reply({ text: "" }),
      "There is no answer. [Ask again]",
      "没有得到回答。 [再问一次]",
    ],
  ])("says about its answer that %s", async (_, answer, en, zh) => {
    send("Why?", answer);
    await speaks("messages", `You Why? Ada ${en}`, `你 Why? Ada ${zh}`);
  });

  it.each<[string, () => void, en: string, zh: string]>([
    [
      "nobody answers",
      () => void (page.server.isDown = true),
      "The server cannot be reached. Please check your connection.",
      "连不上服务器，请检查网络。",
    ],
    ["it is refused", () => problem("x"), "Later.", "Later."],
    [
      "the network sends too many",
      () => problem("too-many-messages-from-network"),
      "Later.",
      "和你共用同一个网络地址的人一起算。请过一分钟再发。",
    ],
    [
      "too many answers are open",
      () => problem("too-many-streams"),
      "Later.",
      "请关掉本页的其他标签页，或等前面的回答完再试。",
    ],
  ])(
    "that is not sent since %s says so, and is sent again",
    async (_, fail, en, zh) => {
      fail();
      send("Why?", (stream) => stream.reply({ text: "Yes." }));
      await speaks(
        "messages",
        `This message was not sent. ${en} [Send again]`,
        `这条消息没有发出去。 ${zh} [重新发送]`,
      );
      Object.assign(page.server, { isDown: false, problem: undefined });
      page.press("Send again");
      await shown("messages").toMatch(/^You Why\? Ada Yes\. \[Copy/);
    },
  );

  it("waits for the answer before it", async () => {
    const { promise, resolve } = Promise.withResolvers<FakeStream>();
    send("One?", resolve);
    const first = await promise;
    page.server.onWatch = (stream) => stream.reply({ text: "Two." });
    send("Two?", () => {});
    await speaks(
      "messages",
      /One\? Ada Thinking… You Two\? Ada Waiting for the answer before this one…$/,
      "等前一条回答完，就轮到这条……",
    );
    first.reply({ text: "One." });
    await shown("messages").toMatch(/One\. .* Two\. /);
  });

  it("stays where it is when the password is asked for, to be sent afterwards", async () => {
    page.server.password = "sesame";
    send("Why?", (stream) => stream.reply({ text: "Yes." }));
    await shown("gate").toContain("This chat has a password");
    page.server.password = undefined;
    page.chat.restart();
    await shown("gate").toBe("");
    await shown("messages").toContain("This message was not sent.");
    page.press("Send again");
    await shown("messages").toMatch(/^You Why\? Ada Yes\. \[Copy/);
  });

  it("is kept as a draft of its conversation", async () => {
    page.write("Your message", "Half a thought");
    const own = number;
    await show({});
    expect(page.draft.text.value).toBe("");
    page.list.open(own);
    await soon(() => page.boxNamed("Your message").value).toBe(
      "Half a thought",
    );
    page.write("Your message", " ");
    await shown("composer").toContain("[Send disabled]");
  });

  it("is stored until it has arrived", async () => {
    page.server.isDown = true;
    send("Why?", (stream) => stream.reply({ text: "Yes." }));
    await shown("messages").toContain("This message was not sent.");
    const stored = () => localStorage.getItem(`parley-sent-${number}`);
    expect(stored()).toMatch(/ Why\?$/);
    page.server.isDown = false;
    page.list.open(number);
    await soon(() => page.chat.gate.value.kind).toBe("open");
    expect(page.draft.text.value).toBe("");
    page.press("Send again");
    await shown("messages").toMatch(/Yes\. \[Copy/);
    expect(stored()).toBeNull();
  });

  it("is in the box again after a reload if it was lost", async () => {
    localStorage.setItem(`parley-sent-${number + 1}`, "t2 Why?");
    await show({ messages: [ASKED, ANSWERED] });
    await soon(() => page.boxNamed("Your message").value).toBe("Why?");
    page.write("Your message", "");
  });

  it("is brought back by the arrow, and its answer stopped by Escape or the button", async () => {
    const stopped: string[] = [];
    const { promise, resolve } = Promise.withResolvers<FakeStream>();
    send("Why?", resolve);
    const stream = await promise;
    await shown("messages").toContain("Thinking…");
    page.key("Your message", "ArrowUp");
    expect(page.draft.text.value).toBe("Why?");
    page.server.onStop = (turn) => stopped.push(turn);
    page.key("Your message", "Escape", { isComposing: true });
    page.key("Your message", "Escape");
    page.press("Stop the answer");
    await soon(() => stopped).toEqual([stream.turn, stream.turn]);
    stream.reply({ text: "B" });
    await shown("messages").toMatch(/B \[Copy/);
    page.press("Edit");
    await shown("editing").toMatch(/^You are editing/);
    page.key("Your message", "Escape");
    await shown("editing").toBe("");
    expect(stopped).toHaveLength(2);
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
    page.write("Your message", "");
    await shown("suggestions").toBe("[Why?] [And then?]");
    page.press("And then?");
    await soon(() => sent()?.body).toMatchObject({ text: "And then?" });
    await shown("messages").toMatch(/You And then\?/);
    await shown("suggestions").toBe("[Why?] [And then?]");
    await show({});
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
    const stopped: string[] = [];
    page.server.onStop = (turn) => stopped.push(turn);
    send("Why?", () => {});
    await shown("messages").toContain("Thinking…");
    page.key("Search conversations", "Escape");
    await list().toMatch(/\[Sums\]/);
    expect(stopped).toEqual([]);
    page.chat.stopAnswer();
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
    // Picks a word of an input method.
    fire(box, "keydown", { key: "Enter", isComposing: true });
    fire(box, "keydown", { key });
    await soon(page.titleBox).toBeNull();
    await list().toContain(`[${kept}]`);
    expect(document.activeElement?.textContent).toBe(kept);
  });

  it("has its title again, and says so, if another one cannot be stored", async () => {
    page.server.isDown = true;
    await page.list.rename(47, "Grace");
    page.server.isDown = false;
    await shown("toast").toBe("The conversation could not be renamed.");
    await list().toContain("[Ada Lovelace]");
  });

  it("moves between titles by the arrows", () => {
    const titles = [
      ...document.querySelectorAll<HTMLElement>("#conversations .title"),
    ];
    const press = (key: string) => {
      fire(document.activeElement, "keydown", { key });
      return titles.findIndex((one) => one === document.activeElement);
    };
    titles[0]?.focus();
    const keys = ["ArrowDown", "ArrowUp", "ArrowUp", "ArrowLeft", "ArrowDown"];
    expect(keys.map(press)).toEqual([1, 0, 0, 0, 1]);
  });

  it("loses what is deleted, unless that is undone", async () => {
    await sentTo("PUT /web/conversations/46").toEqual([{ title: "Sum" }]);
    page.list.open(46);
    await list().toContain("[Sum aria-current]");
    page.write("Your message", "How?");
    page.choose("Sum", "Delete");
    await shown("toast").toBe("Conversation deleted. [Undo]");
    await list().not.toContain("Sum");
    page.press("Undo");
    await list().toContain("[Sum aria-current]");
    const draft = () => localStorage.getItem("parley-draft-46");
    expect(draft()).toBe("How?");
    page.choose("Sum", "Delete");
    page.choose("Ada Lovelace", "Delete");
    const deletion = { route: "DELETE /web/conversation" };
    await soon(() => page.server.requests).toContainEqual(
      expect.objectContaining({ ...deletion, search: "?conversation=46" }),
    );
    await soon(draft).toBeNull();
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
    await write(1, "Longer.");
    page.server.problem = problem;
    page.press("Save");
    await shown("memory").toContain("That did not work.");
    page.server.problem = undefined;
    page.boxNamed("Change note 1").value = "Long.";
    page.press("Save");
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

  it.each<[string, en: string, zh: string]>([
    ["x", "No Not now.", "No Not now."],
    [
      "too-many-sessions",
      "No Not now.",
      "你所在的网络新来的访客太多了 和你共用同一个网络地址的人一起算。请过一个小时再来，或换个网络。",
    ],
    [
      "challenge-failed",
      "No Not now.",
      "没有通过验证 没能确认你不是机器人，也可能是验证超时了。请再试一次。",
    ],
    [
      "challenge-unavailable",
      "No Not now.",
      "暂时不能接待新访客 验证服务没有正常响应。请过一分钟再试；以前来过的访客不受影响。",
    ],
    [
      "web-chat-off",
      "No Not now.",
      "这个聊天页没有开放 主人把 WEB_CHAT 设为 password 或 public 后即可使用。",
    ],
    [
      "away",
      "The server cannot be reached. Please check your connection.",
      "连不上服务器，请检查网络。",
    ],
  ])(
    "says why a conversation cannot be opened, and opens it again: %s",
    async (slug, en, zh) => {
      if (slug === "away") page.server.isDown = true;
      const refusal = { status: 403, slug, title: "No", detail: "Not now." };
      page.server.problem = refusal;
      page.list.open(number);
      await speaks("gate", `${en} [Try again]`, `${zh} [重试]`);
      Object.assign(page.server, { isDown: false, problem: undefined });
      page.press("Try again");
      await shown("gate").toBe("");
    },
  );

  it("says in both languages that too many passwords were wrong", async () => {
    page.server.password = "sesame";
    page.list.open(number);
    await speaks(
      "gate",
      "This chat has a password Please enter the password that its owner gave you. Password [] [Log in]",
      "这个聊天页设有密码 请输入主人给你的密码。 密码 [] [进入]",
    );
    const slug = "too-many-guesses";
    page.server.problem = { status: 429, slug, title: "No", detail: "Wait." };
    page.submit("Log in");
    await speaks(
      "gate",
      /\[\] Wait\. \[Log in\]$/,
      "输错密码的次数太多了，请过十分钟再试。 [进入]",
    );
  });

  it("asks a new visitor for a proof, and opens with it", async () => {
    const meta = document.createElement("meta");
    meta.name = "parley-challenge";
    meta.content = JSON.stringify({
      service: "aCheck",
      script: "",
      siteKey: "k",
    });
    document.head.append(meta);
    const render = vi.fn<(...given: unknown[]) => void>();
    vi.stubGlobal("aCheck", { render });
    page.server.hasStrangers = true;
    page.list.open(number);
    await speaks(
      "gate",
      "One moment, please Please confirm that you are human to open the chat.",
      "请稍候 打开聊天之前，需要先确认你不是机器人。",
    );
    const blocked = render.mock.calls[0]?.[1] as {
      "error-callback": () => void;
    };
    blocked["error-callback"]();
    await speaks(
      "gate",
      "The check of new visitors could not be shown Your network or an extension of your browser may block it. Allow it for this page, and try again. [Try again]",
      "验证加载不出来 可能是网络或浏览器扩展拦截了它。请放行后再试。 [重试]",
    );
    page.press("Try again");
    await soon(() => render.mock.calls).toHaveLength(2);
    const [place, options] = render.mock.calls[1] ?? [];
    expect(place).toBe(document.querySelector("#gate .widget"));
    expect(options).toMatchObject({ sitekey: "k" });
    (options as { callback: (token: string) => void }).callback("t0ken");
    await shown("gate").toBe("");
    expect(page.server.requestsTo("POST /web/session")).toEqual([
      { token: "t0ken" },
    ]);
    meta.remove();
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
