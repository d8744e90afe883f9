import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { createOperatorPages } from "../../../../src/http/operator-pages.ts";
import type { TurnOutcome } from "../../../../src/types/turn-index.ts";
import { createAxeCheck, DESKTOP, PHONE } from "../../../browser/axe-check.ts";
import { it } from "../../../browser/chat-page.ts";
import { createIndexedTurn } from "../../../contracts/turn-index-contract.ts";
import { createMessage } from "../../../fixtures/messages.ts";
import { createOutcome, createStep } from "../../../fixtures/turns.ts";
import { openServedPage } from "../../../stubs/open-served-page.ts";
import { ANN, createGivenUp, NOW, setUpConsole } from "../set-up-console.ts";

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
      await page.locator(".owner button").first().click();
      await page.locator(".toast:not([hidden])").waitFor();
      await check("taken over");
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

  return {
    ...setup,
    ...served,
    async answer(id: string, question: string, answer: string) {
      const memory = setup.memoryOf(CHAT);
      const message = createMessage({ id, text: question });
      await memory.openTurn(message, { limit: 9 });
      await memory.beginAttempt(id);
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
    list: (
      id: string,
      outcome: TurnOutcome,
      number: number,
      conversation = CHAT,
    ) =>
      setup.turnIndex.put([
        createIndexedTurn({ conversation, id, number, outcome, at: NOW }),
      ]),
  };
}
