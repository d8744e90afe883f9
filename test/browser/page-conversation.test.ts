import { describe, expect } from "vitest";
import { it, send } from "./chat-page.ts";

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

  it("is forgotten only after a confirmation", async ({ server, openPage }) => {
    const page = await openPage();
    await send(page, "a secret");
    await page.getByText("You said: a secret").waitFor();
    const open = page.getByRole("button", { name: "New conversation" });
    const dialog = page.getByRole("dialog", {
      name: "Begin a new conversation?",
    });

    await open.click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(await dialog.isVisible()).toBe(false);
    await open.click();
    await page.keyboard.press("Escape");
    expect(await dialog.isVisible()).toBe(false);
    expect(server.requestsTo("DELETE /web/conversation")).toHaveLength(0);

    await open.click();
    await dialog.getByRole("button", { name: "Begin anew" }).click();
    await page.getByText("What would you like to know?").waitFor();
    expect(server.requestsTo("DELETE /web/conversation")).toHaveLength(1);
    expect(await page.getByText("a secret").count()).toBe(0);
    expect(await dialog.isVisible()).toBe(false);
    await page
      .getByRole("status")
      .getByText("A new conversation has begun.")
      .waitFor({ state: "attached" });
  });

  it("stays when it could not be forgotten, and the dialog says so", async ({
    server,
    openPage,
  }) => {
    const page = await openPage({ mayFail: true });
    await send(page, "a secret");
    await page.getByText("You said: a secret").waitFor();
    server.isDown = true;
    await page.getByRole("button", { name: "New conversation" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Begin anew" }).click();
    await dialog.getByText("The server cannot be reached.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(await page.getByText("You said: a secret").isVisible()).toBe(true);
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
