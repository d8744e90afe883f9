import { describe, expect } from "vitest";
import { it } from "./chat-page.ts";

describe("the conversation", () => {
  it("starts with examples that can be sent", async ({ server, openPage }) => {
    const page = await openPage();
    for (const name of [
      "What is 12.5% of 80.16 * 3?",
      "Who was Ada Lovelace?",
      "I am Lai Lai",
    ]) {
      await page.getByRole("button", { name }).waitFor();
    }
    await page.getByRole("button", { name: "I am Lai Lai" }).click();
    await page.getByText("You said: I am Lai Lai").waitFor();
    expect(server.requestsTo("POST /web/messages")).toMatchObject([
      { text: "I am Lai Lai" },
    ]);
    expect(
      await page.getByText("What would you like to know?").isVisible(),
    ).toBe(false);
  });

  it("offers examples of the tools, or the owner's", async ({
    server,
    openPage,
  }) => {
    server.tools = ["calculator"];
    const page = await openPage();
    await page.getByText("Parley calculates and remembers what").waitFor();
    expect(await page.locator("#examples button").allInnerTexts()).toEqual([
      "What is 12.5% of 80.16 * 3?",
      "I am Lai Lai",
    ]);
    server.identity = {
      name: "Shop <b>",
      greeting: "Ask me about <i>orders</i>.",
      examples: ["Where is my order?"],
      logoUrl: undefined,
      accentColor: "#ffcc00",
    };
    await page.reload();
    await page.getByText("Ask me about <i>orders</i>.").waitFor();
    expect(await page.title()).toBe("Shop <b>");
    await page.getByRole("heading", { name: "Shop <b>" }).waitFor();
    await page.getByRole("button", { name: "Where is my order?" }).click();
    await page.getByText("You said: Where is my order?").waitFor();
    const accent = () =>
      page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue("--accent"),
      );
    const light = await accent();
    expect(light).not.toBe("#0f6b5c");
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await accent()).not.toBe(light);
    await page.locator("#theme").selectOption("light", { force: true });
    expect(await accent()).toBe(light);
  });
});
