import { describe, expect } from "vitest";
import { it, send } from "./chat-page.ts";

describe("a page with a password", () => {
  it("opens only with the right password", async ({ server, openPage }) => {
    server.password = "open sesame";
    server.messages = [{ turn: "t1", role: "user", text: "private", at: 1 }];
    const page = await openPage({ mayFail: true });
    const password = page.getByLabel("Password");
    await password.waitFor();
    expect(await password.evaluate((input) => input.matches(":focus"))).toBe(
      true,
    );
    expect(await page.getByText("private").count()).toBe(0);
    expect(
      await page.getByRole("textbox", { name: "Your message" }).count(),
    ).toBe(0);

    await page.keyboard.type("open, please");
    await page.keyboard.press("Enter");
    await page
      .getByRole("alert")
      .getByText("That is not the password.")
      .waitFor();
    await password.fill("open sesame");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.locator("#messages").getByText("private").waitFor();
    expect(server.requestsTo("POST /web/login")).toEqual([
      { password: "open, please" },
      { password: "open sesame" },
    ]);
  });

  it("keeps a message that was sent after the login had expired", async ({
    server,
    openPage,
  }) => {
    const page = await openPage({ mayFail: true });
    await page.getByText("What would you like to know?").waitFor();
    server.password = "open sesame";
    await send(page, "Hi");
    await page.getByLabel("Password").fill("open sesame");
    await page.keyboard.press("Enter");
    await page.getByText("This message was not sent.").waitFor();
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText("You said: Hi").waitFor();
    const [first, second] = server.requestsTo("POST /web/messages");
    expect(second).toEqual(first);
  });
});

describe("a page that is closed", () => {
  it("shows the server's reason", async ({ server, openPage }) => {
    server.problem = {
      status: 403,
      slug: "web-chat-off",
      title: "The chat page is off",
      detail: "Set WEB_CHAT to open it.",
    };
    const page = await openPage({ mayFail: true });
    await page.getByRole("heading", { name: "The chat page is off" }).waitFor();
    await page.getByText("Set WEB_CHAT to open it.").waitFor();
    expect(await page.getByRole("textbox").count()).toBe(0);
  });
});
