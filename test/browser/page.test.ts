import { describe, expect } from "vitest";
import { it, send } from "./chat-page.ts";
import type { FakeStep, FakeStream } from "./fake-stream.ts";

const search: FakeStep = {
  thought: "I should look her up.",
  tool: "search",
  input: { query: "Ada Lovelace" },
  observation: "An English mathematician.",
};

const calculation: FakeStep = {
  thought: "",
  tool: "calculator",
  input: "1852 - 1815",
  observation: "37",
  usage: { input_tokens: 1_600, cached_input_tokens: 900, output_tokens: 40 },
  model_ms: 1_250,
  tool_ms: 3,
};

describe("a message", () => {
  it("is sent with Enter, and its answer streams in", async ({
    server,
    openPage,
  }) => {
    const { promise, resolve } = Promise.withResolvers<FakeStream>();
    server.onMessage = resolve;
    const page = await openPage();
    await send(page, "Who was Ada Lovelace?");
    const stream = await promise;
    await page.getByRole("article").getByText("Who was Ada").waitFor();
    await page.getByText("Thinking…").waitFor();

    stream.heartbeat();
    stream.step(0, search);
    await page.getByText("Searched: Ada Lovelace").waitFor();
    stream.step(1, calculation);
    await page.getByText("Calculated: 1852 - 1815").waitFor();

    stream.delta(0, "She lived for **37");
    await page.getByText("She lived for 37").waitFor();
    await page.getByText("Answering…").waitFor();
    stream.delta(18, " years**.");
    await page.locator("strong", { hasText: "37 years" }).waitFor();

    stream.reply({
      text: "She lived for **37 years**, 1815 to 1852.",
      steps: [search, calculation],
    });
    await page.getByText("37 years, 1815 to 1852.").waitFor();
    expect(await page.getByText("Answering…").count()).toBe(0);
    expect(server.requestsTo("POST /web/messages")).toEqual([
      {
        id: stream.turn,
        text: "Who was Ada Lovelace?",
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    ]);
  });

  it("takes new lines with Shift+Enter", async ({ server, openPage }) => {
    const page = await openPage();
    const box = page.getByRole("textbox");
    await box.pressSequentially("one");
    await box.press("Shift+Enter");
    await box.pressSequentially("two");
    expect(await box.inputValue()).toBe("one\ntwo");
    await box.press("Enter");
    await page.getByText("You said: one").waitFor();
    expect(server.requestsTo("POST /web/messages")).toMatchObject([
      { text: "one\ntwo" },
    ]);
    expect(await box.inputValue()).toBe("");
  });

  it("is not sent by an Enter that confirms an input method's word", async ({
    server,
    openPage,
  }) => {
    const page = await openPage({ locale: "zh-CN" });
    const box = page.getByRole("textbox");
    await box.focus();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Input.imeSetComposition", {
      text: "nihao",
      selectionStart: 5,
      selectionEnd: 5,
    });
    await devtools.send("Input.dispatchKeyEvent", {
      type: "rawKeyDown",
      key: "Enter",
      code: "Enter",
      windowsVirtualKeyCode: 13,
    });
    await devtools.send("Input.insertText", { text: "你好" });
    // Safari ends the composition first and only reports the key code.
    await box.dispatchEvent("keydown", { key: "Enter", keyCode: 229 });
    expect(await box.inputValue()).toBe("你好");
    expect(server.requestsTo("POST /web/messages")).toEqual([]);

    await box.press("Enter");
    await page.getByText("You said: 你好").waitFor();
  });
});
