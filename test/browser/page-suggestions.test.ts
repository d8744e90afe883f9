import { expect } from "vitest";
import { it } from "./chat-page.ts";

it("suggests questions after an answer, hides them while one is written, and sends one by a tap", async ({
  server,
  openPage,
}) => {
  server.suggested = ["When was she born?", "<b>Why?</b>"];
  const page = await openPage();
  const box = page.getByRole("textbox", { name: "Your message" });
  const shown = page
    .getByRole("list", { name: "What you could ask next" })
    .getByRole("button");
  await box.fill("Who was Ada?");
  await box.press("Enter");
  await shown.first().waitFor();
  expect(await shown.allInnerTexts()).toEqual(server.suggested);

  await box.fill("But");
  await shown.first().waitFor({ state: "detached" });
  await box.fill("");

  server.suggested = [];
  await shown.first().press("Enter");
  await page.getByText("You said: When was she born?").waitFor();
  expect(await shown.count()).toBe(0);
  expect(await box.evaluate((one) => one === document.activeElement)).toBe(
    true,
  );
});
