import { describe, expect, it } from "vitest";
import {
  parseUpdate,
  Update,
} from "../../../src/channels/telegram/parse-update.ts";
import {
  BOT,
  createTelegramMediaUpdate,
} from "../../fixtures/telegram-updates.ts";

describe("the attachment of a message", () => {
  it("is the largest size of a photo that has at most 1 MB", () => {
    const photo = [90, 320, 800, 1280, 2560].map((width, index) => ({
      file_id: `size-${width}`,
      file_unique_id: `u${width}`,
      file_size: 10 ** (index + 2) * 3,
      width,
      height: width,
    }));
    expect(attachmentsOf({ photo })).toEqual([
      {
        kind: "photo",
        file: "size-1280",
        mediaType: "image/jpeg",
        size: 300_000,
      },
    ]);
  });

  it("is a photo without a file if all sizes are larger", () => {
    const photo = [{ file_id: "a", file_size: 1_000_001 }];
    expect(attachmentsOf({ photo })).toEqual([{ kind: "photo" }]);
  });

  it("is a voice message, with its format", () => {
    const voice = {
      file_id: "voice-1",
      file_unique_id: "v",
      duration: 3,
      mime_type: "audio/ogg",
      file_size: 9_876,
    };
    expect(attachmentsOf({ voice })).toEqual([
      { kind: "voice", file: "voice-1", mediaType: "audio/ogg", size: 9_876 },
    ]);
  });

  it("is a document, with the name that it came with", () => {
    const document = {
      file_id: "doc-1",
      file_unique_id: "d",
      file_name: "notes.txt",
      mime_type: "text/plain",
      file_size: 120,
    };
    expect(attachmentsOf({ document })).toEqual([
      {
        kind: "document",
        file: "doc-1",
        name: "notes.txt",
        mediaType: "text/plain",
        size: 120,
      },
    ]);
  });

  it("has its fields cut to a limit", () => {
    const document = {
      file_id: "doc-1",
      file_name: "😀".repeat(1_000),
      mime_type: "a/".padEnd(1_000, "b"),
    };
    const [attachment] = attachmentsOf({ document }) ?? [];
    expect(attachment?.name).toHaveLength(200);
    expect(attachment?.mediaType).toHaveLength(200);
  });

  it.each([
    ["is malformed", { voice: { file_id: 7 } }],
    ["has no id", { voice: {} }],
  ])("has no file if it %s", (_, media) => {
    expect(attachmentsOf(media)).toEqual([{ kind: "voice" }]);
  });

  it("has no file if it is of another kind", () => {
    const sticker = { file_id: "a", emoji: "👍" };
    expect(attachmentsOf({ sticker })).toEqual([{ kind: "other" }]);
  });
});

function attachmentsOf(media: Record<string, unknown>) {
  const update = JSON.stringify(createTelegramMediaUpdate(media));
  const reading = parseUpdate(Update.parse(JSON.parse(update)), {
    id: BOT.id,
    username: BOT.username,
    seesAllMessages: false,
  });
  return reading.kind === "message" ? reading.message.attachments : undefined;
}
