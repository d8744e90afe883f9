import { describe, expect } from "vitest";
import { it, send } from "./chat-page.ts";

describe("the send button", () => {
  it("stops the current answer and keeps its partial text", async ({
    server,
    openPage,
  }) => {
    server.onMessage = (stream) => {
      stream.delta(0, "Once upon");
      server.onStop = () => stream.reply({ text: "Once upon\n\n*(Stopped.)*" });
    };
    const page = await openPage();
    await send(page, "Tell me a story");
    await page.getByText("Once upon").waitFor();
    await page.getByRole("button", { name: "Stop the answer" }).click();
    await page.getByText("(Stopped.)").waitFor();
    expect(
      server.requests.filter(({ route }) => route.startsWith("DELETE")),
    ).toHaveLength(1);
    const button = page.getByRole("button", { name: "Send", exact: true });
    expect(await button.isDisabled()).toBe(true);
  });

  it("works by keyboard, and leaves the focus in the message box", async ({
    server,
    openPage,
  }) => {
    server.onMessage = (stream) => {
      server.onStop = () => stream.reply({ text: "Stopped." });
    };
    const page = await openPage();
    await send(page, "Tell me a story");
    await page.getByRole("button", { name: "Stop the answer" }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(
      server.requests.some(({ route }) => route.startsWith("DELETE")),
    ).toBe(false);
    await page.keyboard.press("Enter");
    await page.getByText("Stopped.").waitFor();
    expect(
      await page.getByRole("textbox").evaluate((box) => box.matches(":focus")),
    ).toBe(true);
  });

  it("sends while text is entered, and stops again when the message is queued", async ({
    server,
    openPage,
  }) => {
    server.onMessage = () => {};
    const page = await openPage();
    await send(page, "One");
    const stop = page.getByRole("button", { name: "Stop the answer" });
    await stop.waitFor();
    await page.getByRole("textbox").fill("Two");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await stop.waitFor();
    await expect
      .poll(() => server.requestsTo("POST /web/messages"))
      .toMatchObject([{ text: "One" }, { text: "Two" }]);
  });

  it("ignores the second click of a double click", async ({
    server,
    openPage,
  }) => {
    server.onMessage = () => {};
    const page = await openPage();
    await page.getByRole("textbox").fill("One");
    const button = page.locator("#send");
    await button.click();
    await page.getByRole("button", { name: "Stop the answer" }).waitFor();
    await button.dispatchEvent("click", { detail: 2 });
    await page.getByRole("button", { name: "中文" }).click();
    await page.getByRole("button", { name: "停止回答" }).waitFor();
    expect(
      server.requests.some(({ route }) => route.startsWith("DELETE")),
    ).toBe(false);
  });
});
