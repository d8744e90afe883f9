import type { Page } from "playwright-core";
import { describe, expect, vi } from "vitest";
import { it, send } from "./chat-page.ts";

/** Chooses from the menu of a conversation. */
async function choose(page: Page, title: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${title}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

const LISTED = [
  { number: 3, title: "Ada Lovelace", at: 2_000_000_000_000 },
  { number: 0, title: "Sums", at: 1_900_000_000_000 },
];

describe("the list of conversations", () => {
  it("opens another conversation, whose messages go there", async ({
    server,
    openPage,
  }) => {
    server.conversations = LISTED;
    const page = await openPage();
    await page
      .getByRole("button", { name: "Ada Lovelace", exact: true })
      .click();
    await page.locator(".title[aria-current]", { hasText: "Ada" }).waitFor();
    await send(page, "Who was she?");
    await page.getByText("You said: Who was she?").waitFor();
    expect(
      server.requests.find(({ route }) => route === "POST /web/messages"),
    ).toMatchObject({ search: "?conversation=3" });
    await page.reload();
    await page.locator(".title[aria-current]", { hasText: "Ada" }).waitFor();
  });

  it("keeps the old conversation when a new one begins, and titles it by its first message", async ({
    server,
    openPage,
  }) => {
    const page = await openPage();
    await send(page, "What is 2 + 2?");
    await page.getByText("You said: What is 2 + 2?").waitFor();
    await page.getByRole("button", { name: "New conversation" }).click();
    await page.getByText("What would you like to know?").waitFor();
    expect(server.requestsTo("PUT /web/conversations/0")).toEqual([
      { title: "What is 2 + 2?" },
    ]);
    expect(server.requestsTo("DELETE /web/conversation")).toHaveLength(0);
    await send(page, "And 3 + 3?");
    await page.getByText("You said: And 3 + 3?").waitFor();
    const searches = server.requests
      .filter(({ route }) => route === "POST /web/messages")
      .map(({ search }) => search);
    expect(searches[0]).toBe("");
    expect(searches[1]).toMatch(/^\?conversation=\d+$/);
  });

  it("is searched by what was said, and opens a conversation there", async ({
    server,
    openPage,
  }) => {
    server.conversations = LISTED;
    server.matches = [
      { number: 3, turn: "t1", role: "user", excerpt: "…a poet of…", at: 1 },
    ];
    const page = await openPage();
    await page.locator(".title[aria-current]", { hasText: "Sums" }).waitFor();
    server.messages = Array.from({ length: 40 }, (_, index) => ({
      turn: `t${index}`,
      role: "user",
      text: `Question ${index}`,
      at: 1,
    }));
    await page.getByRole("searchbox").fill("poet");
    await page.getByRole("button", { name: "…a poet of…" }).click();
    await expect
      .poll(() => page.locator(":focus").innerText())
      .toContain("Question 1");
    expect(
      await page.getByText("Question 1", { exact: true }).boundingBox(),
    ).toMatchObject({ y: expect.toSatisfy((y) => y > 0 && y < 400) });
    expect(server.requests).toContainEqual({
      route: "GET /web/search",
      search: "?q=poet",
      body: undefined,
    });
  });

  it("shows the whole focus ring", async ({ server, openPage }) => {
    server.conversations = LISTED;
    const page = await openPage();
    const findCut = () =>
      page.locator("#conversations").evaluate((list) => {
        const focused = document.activeElement;
        if (focused === null || !list.contains(focused)) return "no focus";
        const { outlineStyle, outlineWidth, outlineOffset } =
          getComputedStyle(focused);
        if (outlineStyle === "none") return "no ring";
        const reach = parseFloat(outlineWidth) + parseFloat(outlineOffset);
        const [outer, inner] = [list, focused].map((element) =>
          element.getBoundingClientRect(),
        );
        return outer && inner && inner.left - reach >= outer.left
          ? undefined
          : "cut at its side";
      });
    await choose(page, "Sums", "Rename");
    await page.getByRole("textbox", { name: "Rename" }).waitFor();
    expect.soft(await findCut()).toBeUndefined();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Actions for Sums" }).focus();
    await page.keyboard.press("Shift+Tab");
    expect.soft(await findCut()).toBeUndefined();
  });

  it("deletes a conversation unless that is undone", async ({
    server,
    openPage,
  }) => {
    server.conversations = LISTED;
    const page = await openPage();
    await choose(page, "Sums", "Delete");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator(".title[aria-current]", { hasText: "Sums" }).waitFor();
    expect(server.requestsTo("DELETE /web/conversation")).toHaveLength(0);

    await choose(page, "Sums", "Delete");
    await page.getByRole("button", { name: "Sums", exact: true }).waitFor({
      state: "detached",
    });
    await page.goto("about:blank");
    await vi.waitFor(() =>
      expect(server.requestsTo("DELETE /web/conversation")).toHaveLength(1),
    );
  });

  it("deletes another conversation than the open one, which stays", async ({
    server,
    openPage,
  }) => {
    server.conversations = LISTED;
    const page = await openPage();
    await page.locator(".title[aria-current]", { hasText: "Sums" }).waitFor();
    const loaded = server.requestsTo("GET /web/conversation").length;
    await choose(page, "Ada Lovelace", "Delete");
    await page.getByText("Conversation deleted.").waitFor();
    expect(
      await page.locator("#conversations .title").allTextContents(),
    ).toEqual(["Sums"]);
    expect(server.requestsTo("GET /web/conversation")).toHaveLength(loaded);
  });

  it("has menus that work by keyboard", async ({ server, openPage }) => {
    server.conversations = LISTED;
    server.onMessage = () => {};
    const page = await openPage();
    await send(page, "Tell me a story");
    await page.getByRole("button", { name: "Stop the answer" }).waitFor();
    const button = page.getByRole("button", { name: "Actions for Sums" });
    const focused = () => page.locator(":focus").innerText();
    await button.press("Enter");
    await expect.poll(focused).toBe("Rename");
    await page.keyboard.press("ArrowUp");
    expect(await focused()).toBe("Delete");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toBe("Export as Markdown");
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "hidden" });
    expect(await button.evaluate((one) => one.matches(":focus"))).toBe(true);
    // It was the menu's.
    await page.getByRole("button", { name: "Stop the answer" }).waitFor();
    expect(
      server.requests.some(({ route }) => route.startsWith("DELETE")),
    ).toBe(false);
  });

  it("is a drawer on a phone, which Escape closes", async ({
    server,
    openPage,
  }) => {
    server.conversations = LISTED;
    const page = await openPage({ viewport: { width: 390, height: 780 } });
    const sums = page.getByRole("button", { name: "Sums", exact: true });
    expect(await sums.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Conversations" }).click();
    await sums.waitFor();
    await page.keyboard.press("Escape");
    await sums.waitFor({ state: "hidden" });
  });
});
