import { describe, expect } from "vitest";
import { it } from "./chat-page.ts";

describe("the conversation", () => {
  it("begins with examples that can be sent", async ({ server, openPage }) => {
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

  it("says honestly when the demo model answers", async ({
    server,
    openPage,
  }) => {
    server.model = { name: "demo", demo: true };
    const page = await openPage();
    await page.getByRole("note").getByText("the demo model").waitFor();
    expect(await page.getByRole("note").textContent()).toContain(
      "set OPENAI_API_KEY in .dev.vars and restart npm run dev.",
    );
    await page.getByRole("button", { name: "中文" }).click();
    await page.getByRole("note").getByText("演示模型").waitFor();
  });

  it("names a real model, without a banner", async ({ openPage }) => {
    const page = await openPage();
    await page.getByText("gpt-5.5").waitFor();
    expect(await page.getByRole("note").count()).toBe(0);
  });
});
