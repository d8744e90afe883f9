import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type {
  TranscriptBody,
  TurnDetails,
} from "../../../src/http/console/page/console-api.ts";
import { ECHO_NAME } from "../../../src/types/message.ts";
import { createIndexedTurn } from "../../contracts/turn-index-contract.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createOutcome, createStep } from "../../fixtures/turns.ts";
import { fire } from "../../page/client/browser-page.ts";
import { openConsole } from "./drawn-page.ts";
import { ANN, FAILED_OUTCOME, NOW } from "./set-up-console.ts";

// What needs no browser that draws; the rest is in `page/`.

const CHAT = "telegram:42";
let page: Awaited<ReturnType<typeof openConsole>>;

beforeAll(async () => {
  page = await openConsole();
  await page.signIn(ANN.key);
  await answer(CHAT, "t1", { question: "Is it open?", reply: "Yes." });
  const memory = page.memoryOf(CHAT);
  await memory.rateTurn("t1", { thumb: "down", reason: "Late." });
  await memory.openTurn(createMessage({ id: "t2", text: "And on Sunday?" }), {
    limit: 9,
  });
  await memory.beginAttempt("t2");
  await memory.commitTurn("t2", FAILED_OUTCOME);
  const row = { conversation: CHAT, at: NOW };
  await page.turnIndex.put([
    createIndexedTurn({ ...row, id: "t1", number: 1 }),
    createIndexedTurn({ ...row, id: "t2", number: 2, outcome: "failed" }),
  ]);
});
afterAll(() => page.close());

async function answer(
  conversation: string,
  id: string,
  said: { question: string; reply: string },
) {
  const memory = page.memoryOf(conversation);
  const message = createMessage({ id, conversation, text: said.question });
  await memory.openTurn(message, { limit: 9 });
  await memory.beginAttempt(id);
  const step = {
    ...createStep({ observation: "2" }),
    modelMs: 1_500,
    toolMs: 60,
  };
  await memory.saveSteps(id, 0, [step]);
  const history = [
    { role: "user", text: said.question, tokens: 2 },
    { role: "assistant", text: said.reply, tokens: 1 },
  ] as const;
  await memory.commitTurn(id, createOutcome({ parts: [], history }));
}

/** What is read aloud of the open conversation, and of what was done. */
const shown = () =>
  expect.poll(
    () => page.read().replace(/^.*?\[(?:Back to the list|返回列表)\] /, ""),
    {
      interval: 5,
    },
  );

const show = (conversation: string) =>
  (page.place.value = { view: "conversations", conversation });

const addressOf = (conversation: string, rest = "") =>
  `/console/api/conversations/${encodeURIComponent(conversation)}${rest}`;

const FOLD = "[Steps, times and tokens]";
const WRITE = "Reply to the user [Reply to the user] [Send]";

describe("a conversation", () => {
  it("has its messages, what failed, who has it, and the steps that are unfolded", async () => {
    show(CHAT);
    await shown().toBe(
      `telegram:42 [Erase the conversation] The bot answers [Take over] someone · T Is it open? ` +
        `Bot · T Yes. 👎 Thumbs down : Late. ${FOLD} ` +
        `someone · T And on Sunday? Failed · an error in Parley Sorry. [Answer again] ${FOLD} ` +
        `${WRITE} A reply takes the conversation over.`,
    );
    const turn = addressOf(CHAT, "/turns/t1");
    page.answers[turn] = () => new Response("", { status: 502 });
    page.open("Steps, times and tokens");
    await shown().toContain(
      `${FOLD} Something went wrong on the server. [Try again] someone`,
    );
    page.answers[turn] = undefined;
    page.press("Try again");
    await shown().toMatch(
      /tokens\] 1 attempt · waited \d\.\d s · 10 tokens read \(4 from the cache\), 3 written calculator model 1\.5 s · tool 0\.1 s Thought I had better count\. Input 1\+1 Observation 2 someone/,
    );
    page.language.value = "zh-CN";
    await shown().toMatch(
      /^telegram:42 \[删除对话\] 由机器人回答 \[接手\] someone · T Is it open\? 机器人 · T Yes\. 👎 踩 : Late\. \[步骤、耗时和 token\] 尝试 1 次 · 等待 \d\.\d s · 读取 10 token（其中缓存 4），写出 3 calculator 模型 1\.5 s · 工具 0\.1 s 思考 I had better count\. 输入 1\+1 结果 2 someone · T And on Sunday\? 失败 · Parley 出错 Sorry\. \[重新回答\] \[步骤、耗时和 token\] 回复用户 \[回复用户\] \[发送\] 回复后就由你接手对话。$/,
    );
    page.language.value = "en";
  });

  it("is read again when it changes", async () => {
    const message = createMessage({ id: "t3", text: "One more?" });
    await page.memoryOf(CHAT).openTurn(message, { limit: 9 });
    const row = { conversation: CHAT, id: "t3", number: 3, at: NOW + 1 };
    await page.turnIndex.put([
      createIndexedTurn({ ...row, outcome: "waiting" }),
    ]);
    page.tick();
    await shown().toContain("One more?");
  });

  it("can be answered again, taken over, written in and handed back", async () => {
    page.press("Answer again");
    await shown().toContain("It is being answered again.");
    expect(page.retried).toEqual([{ conversation: CHAT, id: "t2" }]);
    page.press("Take over");
    await shown().toMatch(
      /ann has taken over · until T, or longer with each reply \[Hand back to the bot\] someone .* You have the conversation\. The bot sends nothing more\.$/,
    );
    page.write("Reply to the user", " ");
    page.submit("Send");
    page.write("Reply to the user", "Here I am.");
    page.submit("Send");
    await shown().toMatch(
      /ann · T Here I am\. .*\[Send\] The reply is on its way\.$/,
    );
    page.press("Hand back to the bot");
    await shown().toMatch(
      /The bot answers \[Take over\] .* The bot answers again\.$/,
    );
    const done = (await page.recorded()).map(([, did]) => did);
    expect(done.filter((did) => did !== "read" && did !== "watch")).toEqual([
      "sign-in",
      "retry",
      "take-over",
      "reply",
      "hand-back",
    ]);
  });

  it("shows its older messages when they are asked for", async () => {
    for (let turn = 1; turn <= 40; turn++)
      await answer("telegram:7", `q${turn}`, {
        question: `Question ${turn}.`,
        reply: `Answer ${turn}.`,
      });
    show("telegram:7");
    await shown().toContain("Answer 40.");
    expect(page.read()).not.toContain("Question 1.");
    page.press("Load older messages");
    await shown().toMatch(/Question 1\. .*Answer 40\./);
  });

  it("is erased after a question", async () => {
    show(CHAT);
    await shown().toContain("One more?");
    page.press("Erase the conversation");
    const question =
      "Erase this conversation for good? The person keeps what their app shows. [Cancel] [Erase]";
    await shown().toContain(question);
    page.press("Cancel");
    await shown().not.toContain(question);
    page.press("Erase the conversation");
    page.press("Erase");
    await shown().toMatch(/The conversation was erased\.$/);
    await expect
      .poll(() => page.place.value)
      .toEqual({
        view: "conversations",
      });
    expect(await page.recorded()).toContainEqual(["ann", "forget", CHAT]);
  });
});

/** A page of a transcript. */
function say(sequences: readonly number[], previous: number | null): Response {
  const messages = sequences.map((sequence) => ({
    ...MESSAGE,
    sequence,
    text: `No. ${sequence}`,
  }));
  return Response.json({ ...TRANSCRIPT, messages, previous });
}

it("A conversation shows older and newer messages that are asked for at once", async () => {
  const address = addressOf("web:both");
  const held = Promise.withResolvers<void>();
  page.answers[address] = () => say([5], 5);
  page.answers[`${address}?before=5`] = async () => {
    await held.promise;
    return say([4], null);
  };
  show("web:both");
  await shown().toContain("No. 5");
  page.press("Load older messages");
  page.answers[address] = () => say([5, 6], 5);
  page.press("Take over");
  held.resolve();
  await shown().toMatch(/No\. 4 .*No\. 5 .*No\. 6 /);
});

it("A conversation's older messages come once, though they are asked for twice", async () => {
  const address = addressOf("web:twice");
  const asked: string[] = [];
  const give = (
    part: string,
    sequences: readonly number[],
    previous: number | null,
  ) => {
    asked.push(part);
    return say(sequences, previous);
  };
  page.answers[address] = () => give("newest", [2], 2);
  page.answers[`${address}?before=2`] = () => give("older", [1], null);
  show("web:twice");
  await shown().toContain("No. 2");
  page.press("Load older messages");
  page.press("Load older messages");
  page.answers[address] = () => give("newest", [2, 3], 2);
  page.press("Take over");
  await shown().toMatch(/\[Take over\] User · T No\. 1 .*No\. 2 .*No\. 3 /);
  expect(asked).toEqual(["newest", "older", "newest"]);
});

describe("the focus", () => {
  const focused = () => document.activeElement?.id;

  it("goes to the reply of what is opened, stays there, and leads back by Escape", async () => {
    show("telegram:7");
    await shown().toContain(WRITE);
    await expect.poll(focused).toBe("reply");
    for (const [press, name] of [
      ["Take over", "Hand back to the bot"],
      ["Hand back to the bot", "Take over"],
    ] as const) {
      page.find(press).focus();
      page.press(press);
      await shown().toContain(`[${name}]`);
      await expect.poll(focused).toBe("reply");
    }
    const box = page.boxNamed("Reply to the user");
    fire(box, "keydown", { key: "Escape", isComposing: true });
    expect(focused()).toBe("reply");
    const row = createIndexedTurn({ conversation: "telegram:7", at: NOW + 9 });
    await page.turnIndex.put([row]);
    page.tick();
    await expect.poll(page.read).toContain("[telegram:7 telegram");
    fire(box, "keydown", { key: "Escape" });
    expect(document.activeElement?.textContent).toMatch(/^telegram:7/);
  });

  it("goes from the chosen row to its reply, and stays with who has gone on elsewhere", async () => {
    const search = page.boxNamed("Person, chat, conversation or title");
    const held = Promise.withResolvers<void>();
    page.answers[addressOf("telegram:9")] = async () => {
      await held.promise;
      return Response.json(TRANSCRIPT);
    };
    show("telegram:9");
    await shown().toMatch(/^telegram:9/);
    search.focus();
    held.resolve();
    await shown().toContain(WRITE);
    expect(document.activeElement).toBe(search);
    page.find("Take over").focus();
    page.press("Take over");
    search.focus();
    await shown().toMatch(/Conversation not found\. [^[]*$/);
    expect(document.activeElement).toBe(search);
    const row = document.querySelector<HTMLElement>("a.row");
    row?.focus();
    show("telegram:7");
    await shown().toMatch(/^telegram:7 .*\[Send\]/);
    expect(document.activeElement?.id).toBe("reply");
  });
});

describe("a reply in a conversation", () => {
  const path = addressOf("telegram:7", "/replies");
  const box = () => page.boxNamed("Reply to the user");
  const opened = async () =>
    (await page.memoryOf("telegram:7").waitingTurns()).map(
      ({ message }) => message.text,
    );

  it("is stored once, though the answer to its first attempt is lost", async () => {
    show("telegram:7");
    await shown().toContain(WRITE);
    const sent: unknown[] = [];
    page.answers[path] = async (call) => {
      sent.push(await new Response(call.body).json());
      throw new TypeError();
    };
    page.write("Reply to the user", "Ann here.");
    for (const times of [1, 2]) {
      page.submit("Send");
      await expect.poll(() => sent.length).toBe(times);
      await shown().toMatch(/\[Send\] A reply .* The server did not answer\. /);
    }
    expect(sent[0]).toEqual({ id: expect.any(String), text: "Ann here." });
    expect(sent[1]).toEqual(sent[0]);
    // Other words are another message.
    page.write("Reply to the user", "Ann here!");
    page.submit("Send");
    await expect.poll(() => sent.length).toBe(3);
    expect(sent[2]).not.toMatchObject({ id: (sent[0] as { id: string }).id });
    page.answers[path] = undefined;
  });

  it("stays while another conversation is shown, and while the session has ended", async () => {
    page.answers[addressOf("telegram:9")] = () => Response.json(TRANSCRIPT);
    show("telegram:9");
    await shown().toMatch(/^telegram:9 .*\[Send\]/);
    expect(box().value).toBe("");
    show("telegram:7");
    await shown().toMatch(/^telegram:7 .*\[Send\]/);
    expect(box().value).toBe("Ann here!");
    page.answers[path] = () => new Response("", { status: 401 });
    page.submit("Send");
    await shown().toContain("Operator’s key");
    page.answers[path] = undefined;
    await page.signIn(ANN.key);
    await shown().toContain(WRITE);
    expect(box().value).toBe("Ann here!");
  });

  it("leaves what is typed while it is being sent", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    page.answers[path] = async () => {
      await promise;
      return Response.json({});
    };
    page.submit("Send");
    await shown().toContain("[Send aria-disabled]");
    page.write("Reply to the user", "Ann here! One");
    resolve();
    await shown().toMatch(/The reply is on its way\.$/);
    expect(box().value).toBe("Ann here! One");
    page.answers[path] = undefined;
    page.submit("Send");
    await expect.poll(opened).toEqual(["Ann here! One"]);
    await expect.poll(() => box().value).toBe("");
  });
});

const AT = "2026-11-28T12:00:00Z";
const MESSAGE: TranscriptBody["messages"][number] = {
  message_id: "m1",
  role: "user",
  at: AT,
  sequence: 1,
  steps: 0,
};
const TRANSCRIPT: TranscriptBody = {
  person: null,
  home: null,
  linked: [],
  wanted: null,
  questions: [],
  messages: [],
  previous: null,
  open: [],
};
const DETAILS = {
  started_at: AT,
  attempts: 1,
  failure: null,
  is_stopped: false,
  input_tokens: 0,
  cached_input_tokens: 0,
  output_tokens: 0,
  model_calls: 0,
  steps: [],
};
const OPEN: TurnDetails = {
  ...DETAILS,
  message_id: "m2",
  status: "accepted",
  channel: "web",
  at: AT,
};
const wanted = { message_id: "m1", reason: "", since: AT, until: null };
const APP = `${ECHO_NAME}whatsapp`;
const operator = { origin: "operator", operator: "bea" } as const;

it.each<[string, Partial<TranscriptBody>, en: string, zh: string]>([
  [
    "webhook:who names themselves as it begins",
    { messages: [{ ...MESSAGE, author: "webhook", text: "Hi" }] },
    "webhook · T Hi Reply",
    "webhook · T Hi 回复",
  ],
  [
    "web:a visitor, who has no other name",
    {
      messages: [
        {
          ...MESSAGE,
          author: "web:a visitor, who has no other name",
          text: "Hi",
        },
      ],
    },
    "User · T Hi Reply",
    "用户 · T Hi 回复",
  ],
  [
    "one who asks for a person",
    { wanted },
    "The user asks for a person since T [Take over] [Leave it to the bot] Reply",
    "用户请人过来 从 T 起 [接手] [留给机器人] 回复",
  ],
  [
    "one who waits, with a reason and an end",
    { wanted: { ...wanted, reason: "A refund", until: AT } },
    "person A refund since T · the bot says at T that nobody came [Take",
    "过来 A refund 从 T 起 · T 时告诉用户没有人来 [接手]",
  ],
  [
    "a person who has it for good",
    { person: { name: "bea", since: AT, until: null } },
    `bea has taken over [Hand back to the bot] ${WRITE} A reply takes the conversation over.`,
    "bea 已接手 [交还给机器人] 回复用户 [回复用户] [发送] 回复后就由你接手对话。",
  ],
  [
    "the app that somebody of the business has answered in",
    {
      person: { name: APP, since: AT, until: null },
      messages: [
        { ...MESSAGE, origin: "operator", operator: APP, text: "Yes." },
      ],
    },
    "The business’s own app (whatsapp) has taken over [Hand back to the bot] The business’s own app (whatsapp) · T Yes.",
    "商家自己的应用（whatsapp） 已接手 [交还给机器人] 商家自己的应用（whatsapp） · T Yes.",
  ],
  [
    "where it goes on",
    { home: "web:a" },
    "conversation] This chat is linked; it goes on in [web:a]",
    "对话] 此聊天已连通，对话在这里继续： [web:a]",
  ],
  [
    "which others are linked",
    { linked: ["web:a", "web:b"] },
    "conversation] Linked with [web:a] [web:b] The bot answers",
    "对话] 已连通： [web:a] [web:b] 由机器人回答",
  ],
  [
    "files, and what was not sent",
    {
      messages: [
        {
          ...MESSAGE,
          author: "u1",
          text: "See",
          files: ["a.txt", "b.txt"],
          unsent: "Hm.",
        },
      ],
    },
    "u1 · T See [Written by the bot, not sent] Hm. Files: a.txt, b.txt Reply",
    "u1 · T See [机器人写了但没有发送] Hm. 文件：a.txt, b.txt 回复",
  ],
  [
    "who has written",
    {
      messages: [
        MESSAGE,
        { ...MESSAGE, ...operator, role: "assistant", sequence: 2, text: "1" },
        {
          ...MESSAGE,
          role: "assistant",
          origin: "schedule",
          sequence: 3,
          text: "2",
        },
        {
          ...MESSAGE,
          role: "assistant",
          origin: "unattended",
          sequence: 4,
          text: "3",
        },
      ],
    },
    "User · T bea · T 1 Schedule · T 2 Parley · T 3 Reply",
    "用户 · T bea · T 1 日程 · T 2 Parley · T 3 回复",
  ],
  [
    "answers as the user reads them, and what users write as it is",
    {
      messages: [
        { ...MESSAGE, text: "**How** long?" },
        { ...MESSAGE, role: "assistant", sequence: 2, text: "**14** days" },
      ],
    },
    `User · T **How** long? Bot · T 14 days ${FOLD} Reply`,
    "用户 · T **How** long? 机器人 · T 14 days [步骤、耗时和 token] 回复",
  ],
  [
    "what the team may approve",
    {
      messages: [
        {
          ...MESSAGE,
          role: "assistant",
          text: "May I?",
          asks_for_person: true,
        },
      ],
      questions: [{ message_id: "m1", code: "7k2m9q", expires_at: AT }],
    },
    `Bot · T May I? Asked for a person [Run it once] [Do not run it] ${FOLD} Reply`,
    "机器人 · T May I? 请人过来 [同意运行一次] [不运行] [步骤、耗时和 token] 回复",
  ],
  [
    "what waits, from whom",
    {
      open: [
        OPEN,
        { ...OPEN, ...operator, message_id: "m3", text: "**Soon**" },
      ],
    },
    `User · T Waiting … ${FOLD} bea · T Soon Waiting ${FOLD} Reply`,
    "用户 · T 等待中 … [步骤、耗时和 token] bea · T Soon 等待中 [步骤、耗时和 token] 回复",
  ],
  [
    "what failed without a reason",
    { open: [{ ...OPEN, status: "failed", text: "Hi" }] },
    `User · T Hi Failed [Answer again] ${FOLD} Reply`,
    "用户 · T Hi 失败 [重新回答] [步骤、耗时和 token] 回复",
  ],
])(
  "A conversation in the console shows %s",
  async (name, changes, ...texts) => {
    page.answers[addressOf(name)] = () =>
      Response.json({ ...TRANSCRIPT, ...changes });
    show(name);
    for (const [index, tag] of (["en", "zh-CN"] as const).entries()) {
      page.language.value = tag;
      await shown().toContain(texts[index]);
    }
    page.language.value = "en";
  },
);

it.each([
  ["Run it once", true, "Approved. The bot goes on."],
  ["Do not run it", false, "Refused. The bot goes on without it."],
])("A conversation's tool waits for: %s", async (button, approve, done) => {
  const name = "what the team may approve";
  const sent: unknown[] = [];
  page.answers[addressOf(name, "/approvals/7k2m9q")] = async ({ body }) => {
    sent.push(await new Response(body).json());
    return Response.json({});
  };
  show(name);
  await shown().toContain("[Run it once]");
  page.press(button);
  await shown().toContain(done);
  expect(sent).toEqual([{ approve }]);
});

it("A conversation shows an answer while it is written, and then what it has become", async () => {
  const name = "what is written";
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const write = (event: string, data: object) =>
    writer.write(
      new TextEncoder().encode(
        `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
      ),
    );
  let body = { ...TRANSCRIPT, open: [OPEN] };
  page.answers[addressOf(name)] = () => Response.json(body);
  page.answers[addressOf(name, "/turns/m2/events")] = () =>
    new Response(readable, {
      headers: { "content-type": "text/event-stream" },
    });
  show(name);
  await shown().toContain(`Waiting … ${FOLD}`);
  void write("delta", { offset: 0, text: "It is ten" });
  await shown().toContain(`Waiting It is ten ${FOLD}`);
  // The model begins again in the middle.
  void write("delta", { offset: 6, text: "nine" });
  void write("delta", { offset: 10, text: "." });
  await shown().toContain(`Waiting It is nine. ${FOLD}`);
  body = {
    ...TRANSCRIPT,
    messages: [{ ...MESSAGE, role: "assistant", text: "It is 9." }],
  };
  void write("reply", { reply: { text: "It is 9." }, steps: [], sources: [] });
  await shown().toContain(`Bot · T It is 9. ${FOLD} Reply`);
});

it.each<[Partial<TurnDetails>, string]>([
  [
    { is_stopped: true },
    "1 attempt · waited 0.0 s · 0 tokens read (0 from the cache), 0 written · stopped by the user Answered without a tool.",
  ],
  [{ attempts: 2, started_at: null }, "2 attempts · 0 tokens"],
  [
    {
      steps: [
        {
          tool: "pay",
          model_ms: null,
          tool_ms: null,
          input_tokens: 0,
          cached_input_tokens: 0,
          output_tokens: 0,
          input: { a: 1 },
          thought: "",
          observation: null,
        },
      ],
    },
    '1 attempt · waited 0.0 s · 0 tokens read (0 from the cache), 0 written pay Input { "a": 1 } Reply',
  ],
])("A turn's details say what is known: %j", async (changes, text) => {
  const name = `details ${JSON.stringify(changes)}`;
  const messages = [{ ...MESSAGE, role: "assistant", text: "Yes." }];
  page.answers[addressOf(name)] = () =>
    Response.json({ ...TRANSCRIPT, messages });
  page.answers[addressOf(name, "/turns/m1")] = () =>
    Response.json({ ...OPEN, ...changes });
  show(name);
  await shown().toContain(`Yes. ${FOLD}`);
  page.open("Steps, times and tokens");
  await shown().toContain(`${FOLD} ${text}`);
});

it("A console without texts says so, and follows no answer", async () => {
  const session = {
    operator: "ann",
    shows_texts: false,
    channels: [],
    has_library: false,
  };
  page.answers["/console/session"] = () => Response.json(session);
  const name = "hidden";
  page.answers[addressOf(name)] = () =>
    Response.json({ ...TRANSCRIPT, open: [OPEN] });
  await page.openSession();
  show(name);
  const hidden = `[Take over] Texts are hidden (CONSOLE_TEXTS=off). User · T Waiting ${FOLD}`;
  await shown().toContain(hidden);
  page.place.value = { view: "library" };
  await shown().toMatch(/^This deployment has no library\.$/);
  page.language.value = "zh-CN";
  await shown().toMatch(/^这个部署没有资料库。$/);
  page.language.value = "en";
});

it("A conversation that cannot be read says so, until it can", async () => {
  const name = "telegram:8";
  show(name);
  await shown().toMatch(
    /Conversation not found\. It was deleted .* \[Try again\]$/,
  );
  page.answers[addressOf(name)] = () => Response.json(TRANSCRIPT);
  page.press("Try again");
  await shown().toMatch(
    /^telegram:8 \[Erase the conversation\] The bot answers/,
  );
});
