import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { it, send } from "./chat-page.ts";
import type { FakeWebServer } from "./fake-web-server.ts";

const NOTES = {
  name: "notes.txt",
  mimeType: "text/plain",
  buffer: Buffer.from("Buy tea."),
};

/** A picture of one colour. */
async function createImage(
  page: Page,
  { type = "image/png", width = 40, height = 30 } = {},
) {
  const url = await page.evaluate(
    ([mimeType, w, h]) => {
      const canvas = document.createElement("canvas");
      Object.assign(canvas, { width: w, height: h });
      canvas.getContext("2d")?.fillRect(0, 0, 5, 5);
      return canvas.toDataURL(mimeType);
    },
    [type, width, height] as const,
  );
  const buffer = Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
  return { name: "cat.png", mimeType: type, buffer };
}

const chips = (page: Page) => page.locator("#attachments .file");
const problem = (page: Page) => page.locator("#file-problem");

function lastMessage(server: FakeWebServer): unknown {
  return server.requestsTo("POST /web/messages").at(-1);
}

describe("a voice message", () => {
  const microphone = { permissions: ["microphone"] };

  it("is recorded until the button is pressed again, and sent like a file", async ({
    server,
    openPage,
  }) => {
    server.takes = { images: false, speech: true };
    const page = await openPage({ ...microphone, prepare: fakeMicrophone });
    await page.getByRole("button", { name: "Record a voice message" }).click();
    const end = page.getByRole("button", { name: "End the recording" });
    await expect.poll(() => end.getAttribute("aria-pressed")).toBe("true");
    await end.click();
    await chips(page).getByText("voice.webm").waitFor();
    await send(page, "Listen");
    await page.getByText("You said: Listen").waitFor();
    expect(lastMessage(server)).toMatchObject({
      files: [{ name: "voice.webm", type: "audio/webm" }],
    });
  });

  it("needs a microphone, and a model that hears", async ({
    server,
    openPage,
  }) => {
    const deaf = await openPage();
    expect(await deaf.locator("#record").count()).toBe(0);
    server.takes = { images: false, speech: true };
    const page = await openPage({
      prepare: (opened) =>
        opened.addInitScript(() => {
          navigator.mediaDevices.getUserMedia = () =>
            Promise.reject(new Error("refused"));
        }),
    });
    await page.getByRole("button", { name: "Record a voice message" }).click();
    await problem(page).getByText("No microphone").waitFor();
  });
});

/** Silence, since test machines have no microphone. */
function fakeMicrophone(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () =>
      new AudioContext().createMediaStreamDestination().stream;
  });
}

describe("files", () => {
  it("are attached by the button, and can be removed before sending", async ({
    server,
    openPage,
  }) => {
    const page = await openPage();
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Attach files" }).click();
    const chooser = await choosing;
    await chooser.setFiles([NOTES, { ...NOTES, name: "more.md" }]);
    await chips(page).nth(1).waitFor();
    await page.getByRole("button", { name: "Remove more.md" }).click();
    expect(await chips(page).allTextContents()).toEqual(["notes.txt×"]);
    await send(page, "Read this");
    await page.getByText("You said: Read this").waitFor();
    expect(lastMessage(server)).toMatchObject({
      text: "Read this",
      files: [
        {
          name: "notes.txt",
          type: "text/plain",
          content: NOTES.buffer.toString("base64"),
        },
      ],
    });
    expect(await page.locator(".question .file").innerText()).toBe("notes.txt");
    expect(await chips(page).count()).toBe(0);
  });

  it("can be a whole message, and its title", async ({ server, openPage }) => {
    const page = await openPage();
    const button = page.getByRole("button", { name: "Send", exact: true });
    expect(await button.isDisabled()).toBe(true);
    await page.locator("#file").setInputFiles(NOTES);
    await chips(page).waitFor();
    await button.click();
    await page.getByText("You said:").waitFor();
    expect(lastMessage(server)).toMatchObject({ text: "" });
    expect(server.requestsTo("PUT /web/conversations/0")).toEqual([
      { title: "notes.txt" },
    ]);
  });

  it("can be dropped and pasted, unless text is pasted with them", async ({
    openPage,
  }) => {
    const page = await openPage();
    const drop = (name: string, text = "") =>
      page.locator("#message").evaluate(
        (box, [type, plain]) => {
          const data = new DataTransfer();
          data.items.add(
            new File(["x"], `${type}.txt`, { type: "text/plain" }),
          );
          if (plain !== "") data.setData("text/plain", plain);
          const options = { bubbles: true, cancelable: true };
          box.dispatchEvent(
            type === "paste"
              ? new ClipboardEvent(type, { ...options, clipboardData: data })
              : new DragEvent(type, { ...options, dataTransfer: data }),
          );
        },
        [name, text] as const,
      );
    await drop("drop");
    await drop("paste");
    await drop("paste", "Copied from a table");
    await chips(page).nth(1).waitFor();
    expect(await chips(page).allTextContents()).toEqual([
      "drop.txt×",
      "paste.txt×",
    ]);
  });

  it("hold a pasted text that is too long for a message, without freezing", async ({
    openPage,
  }) => {
    const page = await openPage({
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const box = page.getByLabel("Your message");
    const paste = async (text: string) => {
      await page.evaluate((all) => navigator.clipboard.writeText(all), text);
      await box.press("Control+V");
    };
    await box.fill("Sum this up: ");
    await paste("A line.\n".repeat(5_000));
    await chips(page).waitFor();
    expect(await problem(page).innerText()).toBe("");
    // The text on which a bare box freezes for half a minute.
    await paste(`${"x".repeat(23)}\n`.repeat(44_302));
    await problem(page).getByText("too large").waitFor();
    expect(await chips(page).count()).toBe(1);
    expect(await box.inputValue()).toBe("Sum this up: ");
    await paste("short");
    expect(await box.inputValue()).toBe("Sum this up: short");
  });

  it("that are images are shown as thumbnails, and downscaled if large", async ({
    server,
    openPage,
  }) => {
    const page = await openPage();
    const small = await createImage(page);
    const large = await createImage(page, { width: 4_000, height: 1_000 });
    await page.locator("#file").setInputFiles([small, large]);
    await chips(page).nth(1).locator("img").waitFor();
    await send(page, "Compare");
    await page.getByText("You said: Compare").waitFor();
    expect(lastMessage(server)).toMatchObject({
      files: [
        { type: "image/png", content: small.buffer.toString("base64") },
        { type: "image/jpeg" },
      ],
    });
    const sizes = await page
      .locator(".question .file img")
      .evaluateAll((images) =>
        images.map((image) =>
          image instanceof HTMLImageElement
            ? [image.naturalWidth, image.naturalHeight]
            : [],
        ),
      );
    expect(sizes).toEqual([
      [40, 30],
      [1_568, 392],
    ]);
  });

  it("that are broken images are reported", async ({ openPage }) => {
    const page = await openPage();
    await page
      .locator("#file")
      .setInputFiles({ ...NOTES, name: "cat.jpg", mimeType: "image/jpeg" });
    await problem(page).getByText("cat.jpg could not be read").waitFor();
  });

  it("are sent again with the message that is regenerated or edited", async ({
    server,
    openPage,
  }) => {
    const page = await openPage();
    await page.locator("#file").setInputFiles(NOTES);
    await chips(page).waitFor();
    await send(page, "Read this");
    await page.getByText("You said: Read this").waitFor();
    await page.getByRole("button", { name: "Regenerate" }).click();
    await page.getByText("You said: Read this").waitFor();
    const files = [{ name: "notes.txt" }];
    expect(lastMessage(server)).toMatchObject({ files });
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await chips(page).waitFor();
    await send(page, "Read it again");
    await page.getByText("You said: Read it again").waitFor();
    expect(lastMessage(server)).toMatchObject({ text: "Read it again", files });
  });

  it("show only their names after a reload, and are kept by another version", async ({
    server,
    openPage,
  }) => {
    server.messages = [
      { turn: "t1", role: "user", text: "See", at: 1, files: ["notes.txt"] },
      { turn: "t1", role: "assistant", text: "I see.", at: 2 },
    ];
    const page = await openPage();
    await page.getByText("I see.").waitFor();
    expect(await page.locator(".question .file").innerText()).toBe("notes.txt");
    await page.getByRole("button", { name: "Regenerate" }).click();
    await page.getByText("You said: See").waitFor();
    const kept = { text: "See", keeps_files: true };
    expect(lastMessage(server)).toMatchObject(kept);
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByRole("button", { name: "Remove the earlier" }).click();
    await send(page, "See nothing");
    await page.getByText("You said: See nothing").waitFor();
    expect(lastMessage(server)).not.toHaveProperty("keeps_files");
  });
});
