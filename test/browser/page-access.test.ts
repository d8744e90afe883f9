import { describe, expect } from "vitest";
import { it } from "./chat-page.ts";

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
});
