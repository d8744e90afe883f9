import { File } from "node:buffer";
import { h, render } from "preact";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createIndexedTurn } from "../../contracts/turn-index-contract.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createOutcome, createStep } from "../../fixtures/turns.ts";
import {
  createReader,
  fire,
  readAloud,
  stubBrowser,
} from "../../page/client/browser-page.ts";
import {
  ANN,
  createGivenUp,
  FAILED_OUTCOME,
  NOW,
  ORIGIN,
  setUpConsole,
} from "./set-up-console.ts";

// What needs no browser that draws; the rest is in `page/`.

const CHAT = "telegram:42";
const console = setUpConsole();
let page: ReturnType<typeof createReader>;
let place: typeof import("../../../src/http/console/page/place.ts").place;
let cookie = "";
const ticks: (() => void)[] = [];

beforeAll(async () => {
  const app = console.create();
  const { body } = stubBrowser();
  page = createReader(body);
  vi.stubGlobal("setInterval", (tick: () => void) => ticks.push(tick));
  vi.stubGlobal("fetch", async (path: string, call: RequestInit) => {
    const headers = new Headers(call.headers);
    headers.set("cookie", cookie);
    headers.set("sec-fetch-site", "same-origin");
    const response = await app.request(ORIGIN + path, { ...call, headers });
    cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie;
    return response;
  });
  const { App } = await import("../../../src/http/console/page/app.tsx");
  const { openSession } =
    await import("../../../src/http/console/page/session.ts");
  ({ place } = await import("../../../src/http/console/page/place.ts"));
  render(h(App, {}), body);
  await openSession();

  const memory = console.memoryOf(CHAT);
  const begin = async (id: string, text: string) => {
    await memory.openTurn(createMessage({ id, text }), { limit: 9 });
    await memory.beginAttempt(id);
  };
  await begin("t1", "Is it open?");
  await memory.saveSteps("t1", 0, [
    { ...createStep({ observation: "2" }), modelMs: 1_500, toolMs: 60 },
  ]);
  const history = [
    { role: "user", text: "Is it open?", tokens: 2 },
    { role: "assistant", text: "Yes.", tokens: 1 },
  ] as const;
  await memory.commitTurn("t1", createOutcome({ parts: [], history }));
  await memory.rateTurn("t1", { thumb: "down", reason: "Late." });
  await begin("t2", "And on Sunday?");
  await memory.commitTurn("t2", FAILED_OUTCOME);
  const row = { conversation: CHAT, at: NOW, endedAt: NOW + 1_500 };
  await console.turnIndex.put([
    createIndexedTurn({ ...row, id: "t1", number: 1, thumb: "down" }),
    createIndexedTurn({
      ...row,
      id: "t2",
      number: 2,
      outcome: "failed",
      failure: "error",
    }),
    createIndexedTurn({ ...row, conversation: "web:a", channel: "web" }),
  ]);
  await console.undelivered.add({
    ...createGivenUp(CHAT, "evt_1"),
    expiresAt: NOW + 86_400_000,
  });
});
afterAll(() => page.close());

/** Without times. */
const shown = () =>
  expect.poll(
    () =>
      readAloud(document.body)
        .replaceAll(/\d+\/\d+\/\d+, \d+:\d+:\d+\s[AP]M/g, "T")
        .replace(/^.*\[Sign out\] /, ""),
    { interval: 5 },
  );

const FAILED =
  "[telegram:42 telegram · T Failed · an error in Parley · after 1.5 s]";
const OTHER = "[web:a web · T Answered · after 1.5 s]";

it("asks for the key, and says that one is wrong", async () => {
  await shown().toContain("[Operator’s key] ADMIN_API_KEY");
  page.write("Operator’s key", "wrong");
  page.submit("Sign in");
  await shown().toMatch(/Missing or invalid credentials\. .*\[Sign in\]$/);
  page.write("Operator’s key", ` ${ANN.key} `);
  page.submit("Sign in");
  await shown().toMatch(/Choose a conversation\.$/);
});

it("lists conversations, and those that the filters choose", async () => {
  await shown().toContain(`${FAILED} ${OTHER}`);
  page.write("Channel", "web");
  await shown().toContain(`title] ${OTHER} Choose`);
  page.write("Channel", "");
  page.write("Rating", "down");
  await shown().toContain(
    "title] [telegram:42 telegram · T Answered · after 1.5 s · 👎 Thumbs down] Choose",
  );
  page.write("Rating", "");
  page.write("State", "failed");
  await shown().toContain(`title] ${FAILED} Choose`);
  page.write("State", "");
  page.write("Person, chat, conversation or title", " web:a ");
  await shown().toContain(`title] ${OTHER} Choose`);
  page.write("Person, chat, conversation or title", "");
});

it.each([
  ["questions", `[Export as CSV] [Export as JSON] ${FAILED}`],
  [
    "usage",
    "2026-11-28 telegram gpt-5.5 2 1 200 20 2026-11-28 web gpt-5.5 1 0 100 10 Total 3 1 300 30",
  ],
  ["library", "The library is empty. Try a question [Try a question] [Search]"],
  ["actions", "ann · signed in T"],
  [
    "deliveries",
    "[telegram:42] conversation.taken · to EVENTS_URL · T HTTP 503 · 7 attempts [Send again: telegram:42, conversation.taken]",
  ],
] as const)("shows %s", async (view, text) => {
  place.value = { view };
  await shown().toContain(text);
});

it("lists the library's documents, also after one is added or removed", async () => {
  place.value = { view: "library" };
  await shown().toContain("The library is empty.");
  const box = Object.defineProperty(page.find("Add documents"), "files", {
    value: [new File(["Parcels."], "a.md")],
  });
  fire(box, "change");
  await shown().toContain("a.md · 1 passage");
  page.press("Remove: a.md");
  await shown().toContain("The library is empty.");
});

describe("a conversation", () => {
  it("has its messages, what failed, who has it, and the steps that are unfolded", async () => {
    place.value = { view: "conversations", conversation: CHAT };
    const facts = "[Steps, times and tokens]";
    await shown().toMatch(
      "The bot answers [Take over] someone · T Is it open? " +
        `Bot · T Yes. 👎 Thumbs down : Late. ${facts} ` +
        `someone · T And on Sunday? Failed · an error in Parley Sorry. [Answer again] ${facts} ` +
        "Reply to the user [Reply to the user] [Send] A reply takes the conversation over.",
    );
    page.open("Steps, times and tokens");
    await shown().toMatch(
      /1 attempt · waited \d\.\d s · 10 tokens read \(4 from the cache\), 3 written calculator model 1\.5 s · tool 0\.1 s Thought I had better count\. Input 1\+1 Observation 2/,
    );
  });

  it("is read again when it changes", async () => {
    const message = createMessage({ id: "t3", text: "One more?" });
    await console.memoryOf(CHAT).openTurn(message, { limit: 9 });
    const row = { conversation: CHAT, id: "t3", number: 3, at: NOW + 1 };
    await console.turnIndex.put([
      createIndexedTurn({ ...row, outcome: "waiting" }),
    ]);
    for (const tick of ticks) tick();
    await shown().toContain("One more?");
  });

  it("can be answered again, taken over, written in and handed back", async () => {
    page.press("Answer again");
    await shown().toContain("It is being answered again.");
    expect(console.retried).toEqual([{ conversation: CHAT, id: "t2" }]);
    page.press("Take over");
    await shown().toMatch(
      /ann has taken over · until T, or longer.* \[Hand back/,
    );
    page.write("Reply to the user", " ");
    page.submit("Send");
    page.write("Reply to the user", "Here I am.");
    page.submit("Send");
    await shown().toMatch(/ann · T Here I am\. .*The reply is on its way\.$/);
    page.press("Hand back to the bot");
    await shown().toContain("The bot answers [Take over]");
    const done = (await console.recorded()).map(([, did]) => did);
    expect(done.filter((did) => did !== "read" && did !== "watch")).toEqual([
      "sign-in",
      "add-document",
      "remove-document",
      "retry",
      "take-over",
      "reply",
      "hand-back",
    ]);
  });

  it("shows its older messages when they are asked for", async () => {
    const conversation = "telegram:7";
    const memory = console.memoryOf(conversation);
    for (let turn = 1; turn <= 40; turn++) {
      const message = createMessage({
        id: `q${turn}`,
        text: `Question ${turn}.`,
      });
      await memory.openTurn(message, { limit: 9 });
      await memory.beginAttempt(message.id);
      const history = [
        { role: "user", text: message.text, tokens: 2 },
        { role: "assistant", text: `Answer ${turn}.`, tokens: 2 },
      ] as const;
      await memory.commitTurn(
        message.id,
        createOutcome({ parts: [], history }),
      );
    }
    const back = place.value;
    place.value = { view: "conversations", conversation };
    await shown().toContain("Answer 40.");
    expect(readAloud(document.body)).not.toContain("Question 1.");
    page.press("Load older messages");
    await shown().toMatch(/Question 1\. .*Answer 40\./);
    place.value = back;
    await shown().toContain("One more?");
  });

  it("is erased", async () => {
    page.press("Erase");
    await shown().toMatch(/The conversation was erased\.$/);
    expect(location.hash).toBe("#/conversations");
  });
});
