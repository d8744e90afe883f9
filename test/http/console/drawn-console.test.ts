import { File } from "node:buffer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { View } from "../../../src/http/console/page/place.ts";
import { createIndexedTurn } from "../../contracts/turn-index-contract.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createOutcome } from "../../fixtures/turns.ts";
import { fire } from "../../page/client/browser-page.ts";
import { openConsole } from "./drawn-page.ts";
import { ANN, createGivenUp, NOW } from "./set-up-console.ts";

// What needs no browser that draws; the rest is in `page/`.

const CHAT = "telegram:42";
const ASKING = "web:asking";
const LISTS = "/console/api/conversations";
let page: Awaited<ReturnType<typeof openConsole>>;

beforeAll(async () => {
  page = await openConsole();
  await page.openSession();

  const row = { conversation: CHAT, at: NOW, endedAt: NOW + 1_500 };
  const command = { name: "human", argument: "A refund" };
  const asking = createMessage({ id: "a1", command, text: "/human" });
  const memory = page.memoryOf(ASKING);
  await memory.openTurn(asking, { limit: 9 });
  await memory.beginAttempt("a1");
  const asked = { until: NOW };
  const outcome = createOutcome({ parts: [], by: "anyone", asked });
  await memory.commitTurn("a1", outcome);
  await page.turnIndex.put([
    createIndexedTurn({ ...row, id: "t1", number: 1, thumb: "down" }),
    createIndexedTurn({
      ...row,
      id: "t2",
      number: 2,
      outcome: "failed",
      failure: "error",
    }),
    createIndexedTurn({ ...row, conversation: "web:a", channel: "web" }),
    createIndexedTurn({
      ...row,
      conversation: ASKING,
      channel: "web",
      outcome: "asked",
    }),
  ]);
  for (const id of ["evt_1", "evt_2", "evt_3"])
    await page.undelivered.add(createGivenUp(CHAT, id));
});
afterAll(() => page.close());

const shown = () => expect.poll(page.read, { interval: 5 });

const show = (view: View) => (location.hash = `#/${view}`);

/** Expects these texts in English and in Chinese. */
async function speaks(...texts: readonly (string | RegExp)[]) {
  for (const [index, tag] of (["en", "zh-CN"] as const).entries()) {
    page.language.value = tag;
    await shown().toMatch(texts[index] ?? "");
  }
  page.language.value = "en";
}

const FILTERS = "[Person, chat, conversation or title]";
const FAILED =
  "[telegram:42 telegram · T Failed · an error in Parley · after 1.5 s]";
const OTHER = "[web:a web · T Answered · after 1.5 s]";

describe("the console", () => {
  it("asks for the key, and says why it does not open", async () => {
    await speaks(
      "[Operator’s key] ADMIN_API_KEY, or your own key of OPERATOR_KEYS. [Sign in]",
      "[管理员密钥] ADMIN_API_KEY，或 OPERATOR_KEYS 里你自己的密钥。 [登录]",
    );
    page.write("Operator’s key", "wrong");
    page.submit("Sign in");
    await speaks(
      "OPERATOR_KEYS. That is not an operator’s key. [Sign in]",
      "的密钥。 这不是管理员的密钥。 [登录]",
    );
    page.answers["/console/session"] = () => Promise.reject(new TypeError());
    page.submit("Sign in");
    await speaks(
      "OPERATOR_KEYS. The server did not answer. Check the network and try again. [Sign in]",
      "的密钥。 服务器没有响应。请检查网络后重试。 [登录]",
    );
    page.answers["/console/session"] = () => new Response("", { status: 404 });
    await page.openSession();
    await speaks(
      /] The console is off\. .* set ADMIN_API_KEY or OPERATOR_KEYS\.$/,
      "] 控制台没有开启。设置 ADMIN_API_KEY 或 OPERATOR_KEYS 即可开启。",
    );
    page.answers["/console/session"] = undefined;
    await page.openSession();
    page.write("Operator’s key", ` ${ANN.key} `);
    page.submit("Sign in");
    await shown().toMatch(/Choose a conversation\.$/);
  });

  it("keeps the session until signing out, which may fail", async () => {
    await page.openSession();
    await shown().toMatch(/Choose a conversation\.$/);
    expect(page.find("Sign out").title).toBe("Signed in as ann");
    page.answers["/console/session"] = () => Promise.reject(new TypeError());
    page.press("Sign out");
    await shown().toMatch(/Choose .* The server did not answer\. /);
    page.answers["/console/session"] = undefined;
    page.press("Sign out");
    await shown().toMatch(/^Console \[中文\] \[Colors\] Operator’s key/);
    await page.openSession();
    await shown().toMatch(/Operator’s key/);
  });

  it("opens with the key in the link that is printed locally, which leaves the address", async () => {
    location.hash = `#token=${ANN.key}`;
    await page.openSession();
    await shown().toMatch(/Choose a conversation\.$/);
    expect(location.href).toBe("http://localhost/");
  });
});

describe("the conversations", () => {
  it("are those that the filters choose", async () => {
    await speaks(
      `${FILTERS} ${FAILED} [web:asking web · T Asks for a person · after 1.5 s] ${OTHER} Choose a conversation.`,
      "标题] [telegram:42 telegram · T 失败 · Parley 出错 · 1.5 秒后] [web:asking web · T 请人过来 · 1.5 秒后] [web:a web · T 已回答 · 1.5 秒后] 选择一个对话。",
    );
    page.write("Channel", "telegram");
    await shown().toBe(
      `[Channel] [State] [Rating] ${FILTERS} ${FAILED} Choose a conversation.`,
    );
    page.write("Channel", "");
    page.write("Rating", "down");
    await speaks(
      `${FILTERS} [telegram:42 telegram · T Answered · after 1.5 s · 👎 Thumbs down] Choose`,
      "标题] [telegram:42 telegram · T 已回答 · 1.5 秒后 · 👎 踩] 选择",
    );
    page.write("Rating", "");
    page.write("State", "failed");
    await shown().toContain(`${FILTERS} ${FAILED} Choose`);
    page.write("State", "person");
    await speaks(
      "[web:asking web · T Asks for a person · after 1.5 s A refund since T · the bot says at T that nobody came] Choose",
      "[web:asking web · T 请人过来 · 1.5 秒后 A refund 从 T 起 · T 时告诉用户没有人来] 选择",
    );
    page.write("State", "waiting");
    await speaks(
      `${FILTERS} No conversations. Choose`,
      "标题] 没有对话。 选择",
    );
    page.write("State", "");
    page.write("Person, chat, conversation or title", " web:a ");
    await shown().toContain(`${FILTERS} ${OTHER} Choose`);
    page.write("Person, chat, conversation or title", "");
    await shown().toContain(FAILED);
    const options = page.find("State").querySelectorAll("option");
    expect([...options].map((one) => one.textContent)).toEqual([
      "All",
      "Waiting",
      "Waiting for a person",
      "Answered",
      "Failed",
    ]);
  });

  it("are those of the newer of two searches, and leave alone what is typed meanwhile", async () => {
    const search = "Person, chat, conversation or title";
    const held = Promise.withResolvers<Response>();
    page.answers[`${LISTS}?search=telegram%3A42`] = () => held.promise;
    page.write(search, CHAT);
    await shown().toContain(`${FILTERS} Loading… Choose`);
    page.boxNamed(search).value = "typed";
    page.write("Channel", "web");
    await shown().toContain(`${FILTERS} No conversations. Choose`);
    page.write("Channel", "");
    page.write(search, "web:a");
    await shown().toContain(OTHER);
    page.boxNamed(search).value = "typed";
    held.resolve(Response.json({ conversations: [], next: null }));
    page.tick();
    await shown().toContain(OTHER);
    expect(page.boxNamed(search).value).toBe("typed");
    page.write(search, "");
    await shown().toContain(FAILED);
  });

  it("are listed page by page, and stay while what is new is added above", async () => {
    const turns = Array.from({ length: 60 }, (_, index) =>
      createIndexedTurn({ conversation: `web:${index}`, at: NOW - index }),
    );
    await page.turnIndex.put(turns);
    const rows = () =>
      expect.poll(() => document.querySelectorAll("a.row").length);
    page.tick();
    await rows().toBe(50);
    const more = page.find("Load more");
    const held = Promise.withResolvers<void>();
    const first = await page.call("GET", "/api/conversations");
    page.answers[LISTS] = async () => {
      await held.promise;
      return first.clone();
    };
    page.tick();
    more.click();
    // The page that was asked for comes, and is not read again.
    page.tick();
    await rows().toBe(63);
    expect(page.read()).not.toContain("Load");
    held.resolve();
    page.tick();
    await rows().toBe(63);
    page.answers[LISTS] = undefined;
    const newest = createIndexedTurn({ conversation: "web:59", at: NOW + 1 });
    await page.turnIndex.put([{ ...newest, number: 2 }]);
    page.tick();
    await expect
      .poll(() => document.querySelector("a.row")?.textContent)
      .toMatch(/^web:59/);
    await rows().toBe(63);
    // More than a page has changed: nothing between it and the rest is left out.
    const changed = turns.map((turn) => ({
      ...turn,
      number: 3,
      at: turn.at + 1_000,
    }));
    await page.turnIndex.put(changed);
    page.tick();
    await rows().toBe(50);
    page.press("Load more");
    await rows().toBe(63);
    for (const turn of turns)
      await page.turnIndex.erase({ ...turn, from: 0, to: 9 });
  });

  it("say that they cannot be read, until they can", async () => {
    show("questions");
    await shown().toContain("[Export as CSV]");
    page.answers[LISTS] = () => new Response("", { status: 502 });
    show("conversations");
    await shown().toContain("[Try again] Choose");
    page.answers[LISTS] = undefined;
    page.press("Try again");
    await shown().toContain(`${FILTERS} ${FAILED}`);
  });

  it("are read again after a failure, and more of them can be loaded", async () => {
    const give = (next: string | null) => () =>
      Response.json({ conversations: [], next });
    page.answers[LISTS] = give("more");
    page.answers[`${LISTS}?cursor=more`] = give(null);
    page.tick();
    await shown().toContain("[Load more] Choose");
    page.press("Load more");
    await shown().toContain("No conversations. Choose");
    const address = `${LISTS}?channel=web`;
    page.answers[address] = () => new Response("", { status: 502 });
    page.write("Channel", "web");
    await shown().toContain("[Try again] Choose");
    page.answers[address] = give("more");
    page.tick();
    await shown().toContain(`${FILTERS} [Load more] Choose`);
    page.answers[address] = undefined;
    page.answers[LISTS] = undefined;
    page.write("Channel", "");
  });
});

it.each<[View, string | RegExp, string | RegExp]>([
  [
    "questions",
    `[State] [Channel] [Rating] [Export as CSV] [Export as JSON] ${FAILED}`,
    "[导出为 CSV] [导出为 JSON] [telegram:42 telegram · T 失败 · Parley 出错 · 1.5 秒后]",
  ],
  [
    "usage",
    "2026-10-30 to 2026-11-28, days in UTC Day Channel Model Answers Failed Tokens read Tokens written 2026-11-28 telegram gpt-5.5 2 1 200 20 2026-11-28 web gpt-5.5 2 0 200 20 Total 4 1 400 40",
    "2026-10-30 至 2026-11-28，按 UTC 计日 日期 渠道 模型 回答 失败 读取的 token 写出的 token 2026-11-28 telegram gpt-5.5 2 1 200 20 2026-11-28 web gpt-5.5 2 0 200 20 合计 4 1 400 40",
  ],
  [
    "library",
    /^Documents Add documents \[Add documents\] Markdown, plain text, PDF or DOCX\. The library is empty\. Try a question \[Try a question\] \[Search\]$/,
    /^文档 添加文档 \[添加文档\] Markdown、纯文本、PDF 或 DOCX。 资料库是空的。 试一个问题 \[试一个问题\] \[搜索\]$/,
  ],
  ["actions", "ann · signed in T", "ann · 登录 T"],
  [
    "deliveries",
    /^What no attempt .* chat\. \[Send all these again\] \[telegram:42\] conversation\.taken · to EVENTS_URL · T HTTP 503 · 7 attempts \[Send again: telegram:42, conversation\.taken\] \[/,
    /^最近 30 天里，.*通知。 \[全部重新发送\] \[telegram:42\] conversation\.taken · 发到 EVENTS_URL · T HTTP 503 · 尝试 7 次 \[重新发送: telegram:42, conversation\.taken\] \[/,
  ],
])("The console's %s are read in both languages", async (view, ...texts) => {
  show(view);
  await speaks(...texts);
});

it.each<[View, path: string, body: object, string | RegExp, string | RegExp]>([
  [
    "questions",
    "questions",
    { questions: [], next: null },
    "[Export as JSON] No questions. Everything was answered.",
    "[导出为 JSON] 没有问题，全部都回答了。",
  ],
  [
    "usage",
    "usage",
    { usage: [], from: "2026-11-01", to: "2026-11-02" },
    /^2026-11-01 to 2026-11-02, days in UTC Nothing in these days\.$/,
    /^2026-11-01 至 2026-11-02，按 UTC 计日 这些天没有用量。$/,
  ],
  [
    "actions",
    "audit",
    { actions: [], next: null },
    /^Nothing was done yet\.$/,
    /^还没有任何操作。$/,
  ],
  [
    "deliveries",
    "deliveries",
    {
      deliveries: [
        {
          id: "1",
          conversation: CHAT,
          to: "caller",
          type: null,
          status: "failed",
          attempts: 1,
          failed_at: "2026-11-28T12:00:00Z",
        },
      ],
      next: null,
    },
    /chat\. \[telegram:42\] to the caller · T the last attempt broke off · 1 attempt \[Send again: telegram:42, to the caller\]$/,
    /通知。 \[telegram:42\] 发给调用方 · T 最后一次尝试中断了 · 尝试 1 次 \[重新发送: telegram:42, 发给调用方\]$/,
  ],
])("The console's %s may be few", async (view, path, body, ...texts) => {
  show("library");
  await shown().toContain("[Search]");
  page.answers[`/console/api/${path}`] = () => Response.json(body);
  show(view);
  await speaks(...texts);
  page.answers[`/console/api/${path}`] = undefined;
});

it("The console exports the questions that its filters choose", async () => {
  show("questions");
  await shown().toContain("[Export as CSV]");
  page.write("Rating", "down");
  page.write("Channel", "telegram");
  page.write("State", "answered");
  await shown().toContain("[telegram:42 telegram · T Answered");
  expect(page.find("Export as JSON").getAttribute("href")).toBe(
    "/console/api/questions/export?channel=telegram&outcome=answered&thumb=down&format=json",
  );
});

it("The console sends again what was not delivered, one or all", async () => {
  show("deliveries");
  await shown().toContain("[Send all these again]");
  page.press(`Send again: ${CHAT}, conversation.taken`);
  page.press("Send all these again");
  await shown().toMatch(/They are on their way\. What fails again /);
  const rows = () => document.querySelectorAll("li.row").length;
  await expect.poll(rows).toBe(2);
  page.press("Send all these again");
  await speaks("chat. Everything was delivered.", "通知。 全部已送达。");
  const resent = ["ann", "resend", CHAT];
  expect((await page.recorded()).slice(-3)).toEqual([resent, resent, resent]);
});

describe("the console's library", () => {
  const choose = (...files: readonly File[]) =>
    fire(
      Object.defineProperty(page.find("Add documents"), "files", {
        configurable: true,
        value: files,
      }),
      "change",
    );

  const remove = (name: string) => {
    const button = page.find(`Remove: ${name}`);
    button.click();
    page.find("Remove", button.closest("li") ?? undefined).click();
  };

  it("lists its documents, answers a question, and loses what is removed", async () => {
    show("library");
    await shown().toContain("The library is empty.");
    choose(new File(["# Returns\n\nYou have 14 days."], "退货.md"));
    await speaks(
      "Returns 退货.md · 1 passage · T [Remove: 退货.md] Try",
      "Returns 退货.md · 1 段 · T [移除: 退货.md] 试",
    );
    await shown().toMatch(/退货\.md was added\.$/);
    page.write("Try a question", "returns days");
    page.submit("Search");
    await shown().toContain("[Search] Returns You have 14 days.");
    page.write("Try a question", "zebra");
    page.submit("Search");
    await speaks("[Search] Nothing found.", "[搜索] 什么都没找到。");
    remove("退货.md");
    await shown().toMatch(/The library is empty\. .*退货\.md was removed\.$/);
  });

  it("asks before a document goes", async () => {
    choose(new File(["Bikes."], "b.md"));
    await shown().toContain("[Remove: b.md]");
    page.press("Remove: b.md");
    await speaks(
      "Remove b.md? The bot no longer finds what is in it. [Cancel] [Remove]",
      "移除 b.md？机器人将不再找到其中的内容。 [取消] [移除]",
    );
    remove("b.md");
    await shown().toMatch(/The library is empty\. .*b\.md was removed\.$/);
  });

  it("says which documents cannot be added and why, and adds the others", async () => {
    choose(
      new File([""], "empty.md"),
      new File(["Parcels."], "a.md"),
      new File([""], "none.md"),
      new File(["Bikes."], "b.md"),
    );
    await shown().toMatch(
      /a\.md · 1 passage .* b\.md · 1 passage .* empty\.md: .*empty.* none\.md: .*empty/i,
    );
    remove("b.md");
    await shown().toMatch(/b\.md was removed\.$/);
    const { promise, resolve } = Promise.withResolvers<Response>();
    page.answers["/console/api/library/documents/c.md"] = () => promise;
    choose(new File(["Parcels."], "c.md"));
    await speaks("Adding c.md… a.md", "正在添加 c.md…… a.md");
    resolve(new Response("", { status: 502 }));
    await shown().toMatch(
      /DOCX\. a\.md .* Something went wrong on the server\.$/,
    );
    remove("a.md");
  });
});

it("The console says what operators have done, with what", async () => {
  await shown().toContain("The library is empty.");
  show("actions");
  await shown().toMatch(
    /ann · removed a document T a\.md .* ann · added a document T .* ann · sent a notification again T \[telegram:42\] /,
  );
  await speaks("added a document T", "添加文档 T");
});
