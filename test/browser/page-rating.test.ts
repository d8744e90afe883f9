import { expect } from "vitest";
import { it } from "./chat-page.ts";

const RATING = "PUT /web/messages/t1/rating";

it("rates an answer with the keyboard, with a reason, and takes it back", async ({
  server,
  openPage,
}) => {
  server.messages = [
    { turn: "t1", role: "user", text: "When?", at: 1 },
    { turn: "t1", role: "assistant", text: "In 1843.", at: 2, thumb: "up" },
  ];
  const page = await openPage();
  const up = page.getByRole("button", { name: "Good answer" });
  const down = page.getByRole("button", { name: "Bad answer" });
  const reason = page.getByRole("textbox", { name: "What was wrong?" });
  const pressed = async () =>
    Promise.all(
      [up, down].map((button) => button.getAttribute("aria-pressed")),
    );
  await up.waitFor();
  expect(await pressed()).toEqual(["true", "false"]);

  await down.press("Enter");
  expect(await pressed()).toEqual(["false", "true"]);
  await reason.press("Escape");
  await reason.waitFor({ state: "detached" });
  await expect
    .poll(() => server.requestsTo(RATING))
    .toEqual([{ thumb: "down" }]);

  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await reason.fill("Wrong year.");
  await reason.press("Enter");
  await page.getByText("Thank you.").waitFor();
  expect(server.requestsTo(RATING).slice(1)).toEqual([
    { thumb: null },
    { thumb: "down" },
    { thumb: "down", reason: "Wrong year." },
  ]);
  expect(await pressed()).toEqual(["false", "true"]);
});
