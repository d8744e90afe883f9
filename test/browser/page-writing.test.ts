import { describe, expect } from "vitest";
import * as z from "zod";
import { it, send } from "./chat-page.ts";

describe("the newest message", () => {
  it("can be edited and resent in its place", async ({ server, openPage }) => {
    const page = await openPage();
    await send(page, "Who was Ada?");
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const box = page.getByRole("textbox");
    expect(await box.inputValue()).toBe("Who was Ada?");
    await box.fill("Who was Grace?");
    await box.press("Enter");
    await page.getByText("You said: Who was Grace?").waitFor();
    expect(await page.getByText("You said: Who was Ada?").count()).toBe(0);
    const [first, second] = server.requests.filter(
      ({ route }) => route === "POST /web/messages",
    );
    const { id } = z.object({ id: z.string() }).parse(first?.body);
    expect(second?.search).toBe(`?edits=${id}`);
  });
});

describe("a waiting message", () => {
  it("is retried at once and in place with “Try now”", async ({
    server,
    openPage,
  }) => {
    server.onMessage = (stream) => {
      stream.waiting(30);
      server.onStop = () => stream.reply({ text: "Stopped." });
    };
    const page = await openPage();
    await send(page, "Hello");
    const tryNow = page.getByRole("button", { name: "Try now" });
    await tryNow.waitFor();
    server.onMessage = (stream, text) =>
      stream.reply({ text: `You said: ${text}` });
    await tryNow.click();
    await page.getByText("You said: Hello").waitFor();
    expect(await page.locator(".question").count()).toBe(1);
    const [first, stop, second] = server.requests.filter(({ route }) =>
      /^(?:POST|DELETE) \/web\/messages/.test(route),
    );
    const { id } = z.object({ id: z.string() }).parse(first?.body);
    expect(stop?.route).toBe(`DELETE /web/messages/${id}`);
    expect(second?.search).toBe(`?edits=${id}`);
  });

  it("is sent when the browser is online again", async ({
    server,
    openPage,
  }) => {
    const page = await openPage({ mayFail: true });
    await page.getByText("What would you like to know?").waitFor();
    await page.context().setOffline(true);
    await send(page, "Is anybody there?");
    await page.getByText("This message was not sent.").waitFor();
    await page.context().setOffline(false);
    await page.getByText("You said: Is anybody there?").waitFor();
    expect(server.requestsTo("POST /web/messages")).toHaveLength(1);
  });
});

describe("the page", () => {
  it("shows messages sent in another tab", async ({ server, openPage }) => {
    const page = await openPage();
    await page.getByText("What would you like to know?").waitFor();
    const other = await page.context().newPage();
    await other.goto(server.url);
    await other.getByText("What would you like to know?").waitFor();
    server.onMessage = (stream, text) => {
      server.messages = [
        { turn: "t1", role: "user", text, at: 1 },
        { turn: "t1", role: "assistant", text: "From there", at: 2 },
      ];
      stream.reply({ text: "From there" });
    };
    await send(other, "Hello");
    await page.getByText("From there").waitFor();
  });

  it("keeps the colours that the reader chose", async ({ openPage }) => {
    const page = await openPage({ colorScheme: "light" });
    const ground = () =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.getByRole("combobox", { name: "Colours" }).selectOption("dark");
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.reload();
    await page.getByRole("combobox", { name: "Colours" }).waitFor();
    expect(await ground()).toBe(dark);
  });

  it("can sign out if it has a password", async ({ server, openPage }) => {
    server.password = "open sesame";
    const page = await openPage({ mayFail: true });
    await page.getByLabel("Password").fill("open sesame");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Password").waitFor();
  });
});
