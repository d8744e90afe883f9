import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { toEcho } from "../../../../src/channels/kit/to-echo.ts";
import { createOperatorPages } from "../../../../src/http/operator-pages.ts";
import type { TurnOutcome } from "../../../../src/types/turn-index.ts";
import { createAxeCheck, DESKTOP, PHONE } from "../../../browser/axe-check.ts";
import { it } from "../../../browser/chat-page.ts";
import { createMessage } from "../../../fixtures/messages.ts";
import { createOutcome, createStep } from "../../../fixtures/turns.ts";
import { openServedPage } from "../../../stubs/open-served-page.ts";
import {
  ANN,
  createGivenUp,
  FAILED_OUTCOME,
  NOW,
  setUpConsole,
} from "../set-up-console.ts";

const CHAT = "telegram:42";
const VIEWS = ["questions", "deliveries", "usage", "library", "actions"];

describe("/console", () => {
  it.for([
    ["en-US", "desktop", DESKTOP],
    ["zh-CN", "phone", PHONE],
  ] as const)(
    "has no axe violations in light or dark: %s, %s",
    { timeout: 120_000 },
    async ([locale, , device], { browser }) => {
      await using site = await openConsole(browser, { ...device, locale });
      const { page } = site;
      const { found, check } = createAxeCheck(page);
      await site.answer("t1", "Wie lange dauert das?", "14 Tage.");
      const rating = { thumb: "down", reason: "Zu lang." } as const;
      await site.memoryOf(CHAT).rateTurn("t1", rating);
      await site.list("t1", "answered", 1);
      await site.list("t2", "failed", 2);
      await site.ask("web:asking", "My parcel is lost");

      await check("signed out");
      await signIn(page, "wrong");
      await page.getByRole("alert").waitFor();
      await check("wrong key");
      await signIn(page, ANN.key);
      await page.locator("a.row").first().waitFor();
      await page.locator(".filters select").nth(1).selectOption("person");
      await page.locator(".request").waitFor();
      await check("who waits for a person");
      await page.locator(".filters select").nth(1).selectOption("");
      await page.locator("a.row", { hasText: CHAT }).waitFor();
      await check("conversations");
      await page.locator("a.row").first().click();
      await page.getByText("14 Tage.").waitFor();
      await page.locator("summary").first().click();
      await page.locator(".steps li").waitFor();
      await check("transcript");
      await site.giveUp("evt_1");
      for (const view of VIEWS) {
        await page.goto(`${site.url}/console#/${view}`);
        await page.locator("main section").first().waitFor();
        await page.waitForLoadState("networkidle");
        await check(view);
      }
      expect(found).toEqual([]);
      expect(site.problems).toEqual([]);
    },
  );

  it("keeps the session over a reload, until signing out", async ({
    browser,
  }) => {
    await using site = await openConsole(browser);
    const { page } = site;
    await signIn(page, ANN.key);
    const signOut = page.getByRole("button", { name: "Sign out" });
    await signOut.waitFor();
    await page.reload();
    await signOut.click();
    await page.getByLabel("Operator’s key").waitFor();
    await page.reload();
    await page.getByLabel("Operator’s key").waitFor();
  });

  it("shows a conversation by its address, answers again, and erases after asking", async ({
    browser,
  }) => {
    await using site = await openConsole(browser);
    const { page } = site;
    await site.answer("t1", "Is it open?", "Yes.");
    await site.fail("t2", "And on Sunday?");
    await site.list("t2", "failed", 2);
    await signIn(page, ANN.key);
    await page.goto(`${site.url}/console#/conversations/telegram%3A42`);
    await page.getByText("And on Sunday?").waitFor();
    await page.getByRole("button", { name: "Answer again" }).click();
    await page.getByText("It is being answered again.").waitFor();
    expect(site.retried).toEqual([{ conversation: CHAT, id: "t2" }]);

    const erase = page.getByRole("button", { name: "Erase the conversation" });
    await erase.click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Yes.", { exact: true }).waitFor();
    await erase.click();
    await page.getByRole("button", { name: "Erase", exact: true }).click();
    await page.getByText("The conversation was erased.").waitFor();
    await page.getByText("No conversations.").waitFor();
    expect(await site.recorded()).toContainEqual(["ann", "forget", CHAT]);
  });

  it("takes a conversation over, replies once and hands it back", async ({
    browser,
  }) => {
    await using site = await openConsole(browser);
    const { page } = site;
    await site.answer("t1", "Is it open?", "Yes.");
    await site.list("t1", "person", 1);
    await signIn(page, ANN.key);
    const row = page.locator("a.row").first();
    expect(await row.innerText()).toContain("Waiting for a person");
    await row.click();
    await page.getByText("The bot answers", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Take over" }).click();
    await page.getByText(/^ann has taken over/).waitFor();

    const box = page.getByLabel("Reply to the user");
    await box.fill("Ann here.");
    // The response to the first attempt is lost.
    await page.route("**/replies", async (route) => {
      await route.fetch();
      await route.abort();
    });
    const send = page.getByRole("button", { name: "Send" });
    await send.click();
    await page.getByText("The server did not answer").waitFor();
    await page.unroute("**/replies");
    await send.click();
    await page.getByText("The reply is on its way.").waitFor();
    expect(await box.inputValue()).toBe("");
    const waiting = await site.memoryOf(CHAT).waitingTurns();
    expect(waiting.map(({ message }) => message.text)).toEqual(["Ann here."]);
    await page.getByText("Ann here.").waitFor();

    await page.getByRole("button", { name: "Hand back to the bot" }).click();
    await page.getByText("The bot answers again.").waitFor();
    await page.getByText("The bot answers", { exact: true }).waitFor();
    const { found, check } = createAxeCheck(page);
    await check("taken over");
    expect(found).toEqual([]);
  });

  it.for([
    ["en-US", "The business’s own app (whatsapp)", " has taken over"],
    ["zh-CN", "商家自己的应用（whatsapp）", " 已接手"],
  ] as const)(
    "names the app that somebody of the business has answered in (%s)",
    async ([locale, name, hasTakenOver], { browser }) => {
      await using site = await openConsole(browser, { locale });
      const { page } = site;
      const said = { id: "wamid.1", chat: "42", text: "Here I am." };
      const echo = toEcho("whatsapp", said);
      const taker = { name: echo.origin.name, silenceMs: 0, limit: 9 };
      await site.memoryOf(CHAT).openEcho(echo, taker);
      await signIn(page, ANN.key);
      await page.goto(`${site.url}/console#/conversations/telegram%3A42`);
      await page.getByText(name + hasTakenOver, { exact: true }).waitFor();
      await page.getByText(`${name} · `).waitFor();
    },
  );

  it("lists page by page, and of two requests shows the newer", async ({
    browser,
  }) => {
    await using site = await openConsole(browser);
    const { page } = site;
    for (let number = 1; number <= 60; number += 1)
      await site.list(`t${number}`, "answered", 1, `web:${number}`);
    await signIn(page, ANN.key);
    const rows = page.locator("a.row");
    await page.getByRole("button", { name: "Load more" }).click();
    await expect.poll(() => rows.count()).toBe(60);

    // The first search is answered last.
    const held = Promise.withResolvers<void>();
    await page.route("**/conversations?*search=7", async (route) => {
      await held.promise;
      await route.continue();
    });
    const search = page.getByRole("searchbox");
    await search.fill("7");
    await search.press("Enter");
    await search.fill("8");
    await search.press("Enter");
    await expect.poll(() => rows.allInnerTexts()).toHaveLength(1);
    const late = page.waitForResponse(/search=7/);
    held.resolve();
    await (await late).finished();
    expect(await rows.first().innerText()).toContain("web:8");
  });

  it("keeps what is typed into the search when the list arrives", async ({
    browser,
  }) => {
    await using site = await openConsole(browser);
    const { page } = site;
    await site.list("t1", "answered", 1, "web:7");
    const held = Promise.withResolvers<void>();
    await page.route("**/conversations?*", async (route) => {
      await held.promise;
      await route.continue();
    });
    await signIn(page, ANN.key);
    const search = page.getByRole("searchbox");
    await search.fill("7");
    await search.press("Enter");
    await search.fill("8");
    held.resolve();
    await page.locator("a.row").waitFor();
    expect(await search.inputValue()).toBe("8");
  });

  it("lists who waits for a person first, with the reason, and ends the request with the keyboard", async ({
    browser,
  }) => {
    await using site = await openConsole(browser);
    const { page } = site;
    await site.answer("t1", "Hello", "Hi!");
    await site.list("t1", "answered", 1);
    await site.ask("web:asking", "My parcel is lost");
    await signIn(page, ANN.key);
    await page.getByLabel("State").selectOption("person");
    const row = page.locator("a.row", { hasText: "My parcel is lost" });
    await row.focus();
    await page.keyboard.press("Enter");
    await page.getByText("The user asks for a person").waitFor();
    await page.getByText("Asked for a person", { exact: true }).waitFor();
    const { SCREENSHOT } = process.env;
    if (SCREENSHOT) await page.screenshot({ path: SCREENSHOT });
    await page.getByRole("button", { name: "Leave it to the bot" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("The bot answers", { exact: true }).waitFor();
  });

  it("sends again what was not delivered, one or all", async ({ browser }) => {
    await using site = await openConsole(browser);
    const { page } = site;
    for (const id of ["evt_1", "evt_2", "evt_3"]) await site.giveUp(id);
    await signIn(page, ANN.key);
    await page.getByRole("link", { name: "Undelivered" }).click();
    const rows = page.locator("li.row");
    await rows.nth(2).getByText("HTTP 503 · 7 attempts").waitFor();
    await rows.first().getByRole("button").click();
    await rows.nth(2).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Send all these again" }).click();
    await page.getByText("Everything was delivered.").waitFor();
    const resent = ["ann", "resend", CHAT];
    expect((await site.recorded()).slice(1)).toEqual([resent, resent, resent]);
  });

  it("adds a document, finds it and removes it", async ({ browser }) => {
    await using site = await openConsole(browser);
    const { page } = site;
    await signIn(page, ANN.key);
    await page.getByRole("link", { name: "Library" }).click();
    await page.getByLabel("Add documents").setInputFiles({
      name: "退货.md",
      mimeType: "text/markdown",
      buffer: Buffer.from("# Returns\n\nYou have 14 days."),
    });
    await page.getByText("退货.md was added.").waitFor();
    await page.getByLabel("Try a question").last().fill("returns days");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByText("You have 14 days.").waitFor();
    await page.getByRole("button", { name: "Remove: 退货.md" }).click();
    await page.getByText("The library is empty.").waitFor();
  });
});

async function signIn(page: Page, key: string): Promise<void> {
  await page.locator("input[type=password]").fill(key);
  await page.keyboard.press("Enter");
}

/** The console in a browser, over conversations in memory. */
async function openConsole(
  browser: Browser,
  options: BrowserContextOptions = { locale: "en-US" },
) {
  const setup = setUpConsole();
  const app = setup.create().route("/", createOperatorPages());
  const served = await openServedPage(browser, options, (request) =>
    app.fetch(request),
  );
  await served.page.goto(`${served.url}/console`);

  const begin = async (id: string, text: string) => {
    const memory = setup.memoryOf(CHAT);
    await memory.openTurn(createMessage({ id, text }), { limit: 9 });
    await memory.beginAttempt(id);
    return memory;
  };
  return {
    ...setup,
    ...served,
    async answer(id: string, question: string, answer: string) {
      const memory = await begin(id, question);
      await memory.saveSteps(id, 0, [createStep({ observation: "2" })]);
      const history = [
        { role: "user", text: question, tokens: 2 },
        { role: "assistant", text: answer, tokens: 1 },
      ] as const;
      await memory.commitTurn(id, createOutcome({ parts: [], history }));
    },
    /** Another conversation, which asks for a person. */
    async ask(conversation: string, argument: string) {
      const memory = setup.memoryOf(conversation);
      const command = { name: "human", argument };
      const text = `/human ${argument}`;
      const message = createMessage({ id: "a1", text, command, conversation });
      await memory.openTurn(message, { limit: 9 });
      await memory.beginAttempt("a1");
      const asked = { until: NOW + 1_800_000 };
      const outcome = createOutcome({ parts: [], by: "anyone", asked });
      await memory.commitTurn("a1", outcome);
      await this.list("a1", "asked", 1, conversation);
    },
    giveUp: (id: string) => setup.undelivered.add(createGivenUp(CHAT, id)),
    async fail(id: string, question: string) {
      const memory = await begin(id, question);
      await memory.commitTurn(id, FAILED_OUTCOME);
    },
    async list(
      id: string,
      outcome: TurnOutcome,
      number: number,
      conversation = CHAT,
    ) {
      await setup.turnIndex.put([
        {
          conversation,
          id,
          number,
          channel: "telegram",
          outcome,
          model: "demo",
          at: NOW,
          inputTokens: 3,
          cachedInputTokens: 1,
          outputTokens: 2,
        },
      ]);
    },
  };
}
