import { expect } from "vitest";
import { createAxeCheck } from "./axe-check.ts";
import { it } from "./chat-page.ts";

it("corrects and deletes notes of a conversation's memory with the keyboard", async ({
  server,
  openPage,
}) => {
  server.conversations = [{ number: 0, title: "Trip", at: 2_000_000_000_000 }];
  server.notes = ["Mei likes tea.", "Mei lives in Bonn.", "Mei has a cat."];
  const page = await openPage();
  const { found, check } = createAxeCheck(page);
  const menu = page.getByRole("button", { name: "Actions for Trip" });
  await menu.press("Enter");
  await page.getByRole("menuitem", { name: "Memory" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Memory" });
  const notes = async () =>
    (await dialog.locator("li p").allInnerTexts()).join(" ");
  await dialog.getByText("Mei lives in Bonn.").waitFor();
  await check("memory");

  await dialog.getByRole("button", { name: "Delete note 2" }).press("Enter");
  await expect.poll(notes).toBe("Mei likes tea. Mei has a cat.");

  await dialog.getByRole("button", { name: "Change note 2" }).press("Enter");
  const box = dialog.getByRole("textbox", { name: "Change note 2" });
  await box.fill("Mei has two cats.");
  await check("a note that is being changed");
  await dialog.getByRole("button", { name: "Save" }).press("Enter");
  await expect.poll(notes).toBe("Mei likes tea. Mei has two cats.");

  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect(found).toEqual([]);
});
