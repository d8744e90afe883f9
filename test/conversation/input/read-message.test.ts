import { describe, expect, it, vi } from "vitest";
import type { Media } from "../../../src/conversation/input/read-attachment.ts";
import { readMessage } from "../../../src/conversation/input/read-message.ts";
import { textsFor } from "../../../src/conversation/texts/texts.ts";
import type { AttachmentContent } from "../../../src/types/channel.ts";
import { AttachmentError, ModelError } from "../../../src/types/errors.ts";
import type {
  Attachment,
  IncomingMessage,
} from "../../../src/types/message.ts";
import { NO_TRANSCRIPTS } from "../../fakes/no-transcripts.ts";
import { writePdf } from "../../files/documents.ts";
import { createMessage } from "../../fixtures/messages.ts";

const texts = textsFor({ author: { language: "en" }, text: "" });
const PHOTO: Attachment = {
  kind: "photo",
  file: "photo-1",
  mediaType: "image/jpeg",
};
const VOICE: Attachment = {
  kind: "voice",
  file: "voice-1",
  mediaType: "audio/ogg",
};
const NOTES: Attachment = { kind: "document", file: "doc-1", name: "notes" };
const PDF: Attachment = { kind: "document", file: "pdf-1", name: "a.pdf" };
const PICTURE_FILE: Attachment = { ...NOTES, mediaType: "image/png" };

/** The signature of an image format that is pure ASCII. */
const GIF = "GIF89a";

describe("a message's attachments", () => {
  it("that it reuses are what the history says of them", async () => {
    const { readWhole, asked } = setUp({ content: "Coffee." });
    const attachments = [{ ...PDF, isReused: true as const }, NOTES];
    const reused = "> Tea.\n\n[a.pdf]";
    const reading = await readWhole({ reused, attachments, text: "Why?" });
    const said: unknown = expect.stringContaining(
      `> Tea.\n\n[a.pdf] [the document "notes"] Why?`,
    );
    expect(reading).toMatchObject({ input: { text: said, remembered: said } });
    expect(asked).toMatchObject([{ file: "doc-1" }]);
  });

  it("are shown to a model that accepts images", async () => {
    const { read, asked } = setUp({ content: GIF, takesImages: true });
    const photo = { ...PHOTO, size: 1_000_000 };
    expect(await read([photo], "A cat?")).toMatchObject({
      kind: "read",
      input: {
        text: "[photo] A cat?",
        images: [`data:image/gif;base64,${btoa(GIF)}`],
      },
    });
    expect(asked).toEqual([{ file: "photo-1", maxBytes: 1_000_000 }]);
  });

  it("are shown if sent as files, too", async () => {
    const { read } = setUp({ content: GIF, takesImages: true });
    expect(await read([PICTURE_FILE])).toMatchObject({
      input: { images: [`data:image/gif;base64,${btoa(GIF)}`] },
    });
  });

  it.each([
    ["image/png", "\x89PNG\r\n\x1A\n…"],
    ["image/jpeg", "\xFF\xD8\xFF…"],
    ["image/gif", "GIF89a…"],
    ["image/webp", "RIFF\x10\x00\x00\x00WEBPVP8 "],
  ])(
    "are seen as what they are, whatever a channel says: %s",
    async (type, text) => {
      const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
      const content = { kind: "fetched", bytes } as const;
      const { read } = setUp({ content, takesImages: true });
      for (const photo of [{ kind: "photo", file: "1" } as const, PHOTO])
        expect(await read([photo])).toMatchObject({
          input: {
            images: [expect.stringMatching(`^data:${type};base64,`)],
          },
        });
    },
  );

  it("are encoded completely, whatever the chunks", async () => {
    const content = GIF + "ab€".repeat(30_000);
    const { read } = setUp({ content, takesImages: true });
    const reading = await read([PHOTO]);
    const [url = ""] = reading.kind === "read" ? reading.input.images : [];
    const response = await fetch(url);
    expect(await response.text()).toBe(content);
  });

  it("are transcribed", async () => {
    const { read, asked } = setUp({ content: "ogg", said: " Hello " });
    expect(await read([VOICE])).toMatchObject({
      input: { text: "[voice message] Hello" },
    });
    expect(asked).toEqual([
      { file: "voice-1", maxBytes: 5_000_000 },
      { bytes: new TextEncoder().encode("ogg"), mediaType: "audio/ogg" },
    ]);
  });

  it("are transcribed once in a turn, up to the length of a message", async () => {
    const transcripts = createTranscripts();
    const said = "a".repeat(40_000);
    const { read, asked } = setUp({ content: "ogg", said, transcripts });
    const text = `[voice message] ${said.slice(0, 32_000)}`;
    for (let time = 0; time < 2; time++)
      expect(await read([VOICE])).toMatchObject({ input: { text } });
    expect(asked).toHaveLength(2);
  });

  it("are read if they are plain text", async () => {
    const { read, asked } = setUp({ content: "line" });
    expect(await read([NOTES], "Sum up")).toMatchObject({
      input: { text: expect.stringContaining("> line") },
    });
    expect(asked).toEqual([{ file: "doc-1", maxBytes: 200_000 }]);
  });

  it("are read if they are PDF, as far as there is room for their text", async () => {
    const page = Array(50).fill("A line of the contract.").join("\n");
    const bytes = writePdf(Array(100).fill(page));
    const { read, asked } = setUp({ content: { kind: "fetched", bytes } });
    const files = ["pdf-1", "pdf-2", "pdf-3"];
    const reading = await read(files.map((file) => ({ ...PDF, file })));
    const { text } = reading.kind === "read" ? reading.input : { text: "" };
    expect(text.match(/A line of the contract\./g)).toHaveLength(8_326);
    expect(text).toContain('The beginning of the document "a.pdf"');
    expect(text).toContain("which was left out: too much came at once");
    expect(asked).toEqual(files.map((file) => ({ file, maxBytes: 5_000_000 })));
  });

  it("are left out if they are more than 10 MB of PDF together", async () => {
    const bytes = writePdf(["Hello"], { trailer: " ".repeat(4_000_000) });
    const { read } = setUp({ content: { kind: "fetched", bytes } });
    const pdfs = Array.from({ length: 3 }, () => ({
      ...PDF,
      size: bytes.length,
    }));
    expect(await read(pdfs, "Sum up")).toMatchObject({
      input: {
        text: expect.stringMatching(
          /Hello[^]*Hello[^]*\[the document "a\.pdf", which was left out: too much came at once\] Sum up$/,
        ),
      },
    });
  });

  it("are read as plain text if they are about PDF", async () => {
    const { read } = setUp({ content: "A file begins with %PDF-1.7." });
    expect(await read([NOTES])).toMatchObject({
      input: { text: expect.stringContaining("begins with %PDF-1.7.") },
    });
  });

  it("are read again if that was interrupted", async () => {
    const given = {
      content: { kind: "fetched", bytes: writePdf(["Hello"]) } as const,
      transcripts: createTranscripts(),
    };
    const signal = AbortSignal.abort(new Error("The time is up."));
    const interrupted = setUp({ ...given, signal });
    await expect(interrupted.read([PDF])).rejects.toThrow("time is up");
    expect(await setUp(given).read([PDF])).toMatchObject({
      input: { text: expect.stringContaining("Hello") },
    });
  });

  it("are not read again if that ended the process", async () => {
    const transcripts = createTranscripts((text) => {
      if (text === "begun") throw new Error("killed");
    });
    const bytes = writePdf(["Hello"]);
    const { read } = setUp({
      content: { kind: "fetched", bytes },
      transcripts,
    });
    await expect(read([PDF])).rejects.toThrow("killed");
    expect(await read([PDF])).toMatchObject({
      reply: expect.stringContaining("too complex"),
    });
  });

  it.each<[string, Attachment, Parameters<typeof setUp>[0], string]>([
    ["a photo that no model sees", PHOTO, {}, "I cannot see pictures."],
    ["a picture's file that no model sees", PICTURE_FILE, {}, "I cannot see"],
    ["a voice that nobody hears", VOICE, {}, "I cannot listen"],
    ["silence", VOICE, { said: " " }, "I could not hear any words"],
    [
      "an image format that models do not accept",
      PHOTO,
      { content: "BM", takesImages: true },
      "I can only see JPEG, PNG, WebP and GIF pictures.",
    ],
    [
      "a recording that the transcriber rejects",
      VOICE,
      { said: refusal(415) },
      "I cannot play this recording",
    ],
    [
      "a recording that the transcriber calls damaged",
      VOICE,
      { said: refusal(400, "Audio file might be corrupted or unsupported") },
      "I cannot play this recording",
    ],
    [
      "a recording that is too large for the transcriber",
      VOICE,
      { said: refusal(413) },
      "too long",
    ],
    [
      "a spreadsheet",
      NOTES,
      { content: "PK\u0003\u0004\0" },
      "I can only read PDF",
    ],
    ["a program", NOTES, { content: "ELF\0" }, "I can only read PDF"],
    ["a damaged PDF", PDF, { content: "%PDF-1.7\0" }, "I cannot open this"],
    ["what only its name calls PDF", PDF, { content: "Hi" }, "I cannot open"],
    ["a PDF that is too large", { ...PDF, size: 5_000_001 }, {}, "5 MB"],
    ["a sticker", { kind: "other" }, {}, "I cannot read this."],
    [
      "a picture's file that is too large",
      { ...PICTURE_FILE, size: 1_000_001 },
      { takesImages: true },
      "send it as a photo",
    ],
    [
      "a document that is too large",
      NOTES,
      { content: { kind: "too-large" } },
      "200 KB",
    ],
    [
      "a voice message that is too long",
      { ...VOICE, size: 5_000_001 },
      { said: "…" },
      "too long",
    ],
    [
      "what is no longer available",
      NOTES,
      { content: { kind: "gone" } },
      "no longer available",
    ],
    [
      "what was stored before attachments were described",
      { kind: "document" },
      {},
      "no longer available",
    ],
  ])("get a clear notice: %s", async (_, attachment, options, reply) => {
    const { read } = setUp(options);
    expect(await read([attachment])).toEqual({
      kind: "unreadable",
      reply: expect.stringContaining(reply),
    });
  });

  it("have a bounded total size", async () => {
    const { read, asked } = setUp({
      content: GIF.repeat(150_000),
      takesImages: true,
    });
    const photos = Array.from({ length: 10 }, (_, index) => ({
      ...PHOTO,
      file: String(index),
      size: 900_000,
    }));
    const reading = await read(photos);
    expect(reading.kind === "read" && reading.input.images).toHaveLength(5);
    expect(asked).toHaveLength(5);
    expect(reading).toMatchObject({
      input: {
        text: expect.stringContaining("[photo] [photo, which was left out"),
      },
    });
    const { read: readNotes } = setUp({ content: "x".repeat(150_000) });
    const notes = await readNotes([NOTES, { ...NOTES, size: 150_000 }]);
    expect(notes).toMatchObject({
      input: { text: expect.stringContaining('"notes", which was left out') },
    });
  });

  it("leave unused room to the quoted message's attachments", async () => {
    const { readWhole } = setUp({ content: "x".repeat(150_000) });
    const quoted = { text: "", attachments: [{ ...NOTES, size: 150_000 }] };
    expect(
      await readWhole({ text: "Compare", quoted, attachments: [NOTES] }),
    ).toMatchObject({
      input: {
        text: expect.stringMatching(
          /^In reply to .*\n> \[the document "notes", which was left out/,
        ),
      },
    });
  });

  it("leave out the last forwarded ones if the total is too large", async () => {
    const { readWhole, asked } = setUp({
      content: GIF.repeat(150_000),
      takesImages: true,
    });
    const forwarded = ["1", "2", "3", "4", "5", "6"].map((file) => ({
      text: "",
      attachments: [{ ...PHOTO, file, size: 900_000 }],
    }));
    await readWhole({ text: "", forwarded });
    expect(asked).toMatchObject(
      ["1", "2", "3", "4", "5"].map((file) => ({ file })),
    );
  });

  it("do not prevent an answer to the text next to them", async () => {
    const { read } = setUp({});
    expect(await read([PHOTO], "Hello")).toMatchObject({
      kind: "read",
      input: { text: "[photo, which you cannot see] Hello", images: [] },
    });
  });

  it("do not keep the text next to them from the model if their type is not recognised", async () => {
    const { read } = setUp({ content: "BM", takesImages: true });
    expect(await read([PHOTO, NOTES], "Hello")).toMatchObject({
      kind: "read",
      input: {
        text: expect.stringContaining(
          '[photo, which you cannot see: it is not a JPEG, PNG, WebP or GIF image] [the document "notes"] Hello',
        ),
        images: [],
      },
    });
    const log = vi.spyOn(console, "warn").mockReturnValue();
    const { read: hear } = setUp({ said: refusal(415) });
    expect(await hear([VOICE], "Hello")).toMatchObject({
      input: {
        text: "[voice message, which you cannot hear: its format is unknown or damaged] Hello",
      },
    });
    expect(JSON.parse(String(log.mock.lastCall?.[0]))).toEqual({
      event: "recording refused",
      turn: "1",
      problem: "no-speech",
      status: 415,
    });
  });

  it("are retried if that may help", async () => {
    const { read } = setUp({ content: new AttachmentError("500") });
    await expect(read([NOTES])).rejects.toThrow(AttachmentError);
    const unreachable = new ModelError({ kind: "unreachable" });
    const { read: hear } = setUp({ said: unreachable });
    await expect(hear([VOICE])).rejects.toBe(unreachable);
  });

  it.each([
    refusal(405),
    refusal(422, "Field required: model"),
    refusal(400, "response_format 'json' is not compatible with the model"),
  ])(
    "fail the turn if the transcriber rejects the request, not the recording: $status",
    async (said) => {
      const { read } = setUp({ said });
      await expect(read([VOICE])).rejects.toBe(said);
    },
  );

  it("are gone if the channel has no files", async () => {
    const message = createMessage({ id: "1", text: "", attachments: [NOTES] });
    const { signal } = new AbortController();
    const media = { takesImages: false };
    expect(
      await readMessage(message, {
        channel: {},
        media,
        transcripts: NO_TRANSCRIPTS,
        signal,
      }),
    ).toMatchObject({ kind: "unreadable" });
  });
});

describe("the attachments of quoted and forwarded messages", () => {
  const seen = { content: GIF, takesImages: true };
  const image = `data:image/gif;base64,${btoa(GIF)}`;

  it("are read like the message's own", async () => {
    const { readWhole } = setUp({ content: "ogg", said: "Rain." });
    expect(
      await readWhole({
        text: "What does he say?",
        quoted: { text: "", attachments: [VOICE] },
      }),
    ).toMatchObject({
      input: { text: expect.stringContaining("> [voice message] Rain.") },
    });
    const { readWhole: look, asked } = setUp(seen);
    expect(
      await look({
        text: "A cat?",
        quoted: { text: "", attachments: [PHOTO] },
      }),
    ).toMatchObject({ input: { images: [image] } });
    expect(asked).toEqual([{ file: "photo-1", maxBytes: 1_000_000 }]);
    const forwarded = [{ text: "", attachments: [PHOTO] }];
    expect(await look({ text: "", forwarded })).toMatchObject({
      input: { images: [image] },
    });
  });

  it("get a clear notice if nothing else is said or forwarded", async () => {
    const { readWhole } = setUp({});
    const quoted = { text: "", attachments: [PHOTO] };
    const unseen = {
      kind: "unreadable",
      reply: expect.stringContaining("I cannot see pictures."),
    };
    const attachments = [PHOTO, VOICE];
    expect(await readWhole({ text: "", attachments })).toEqual(unseen);
    expect(await readWhole({ text: "", quoted })).toEqual(unseen);
    expect(await readWhole({ text: "", forwarded: [quoted] })).toEqual(unseen);
    const forwarded = [{ text: "A cat" }];
    expect(await readWhole({ text: "", quoted, forwarded })).toMatchObject({
      kind: "read",
    });
    expect(await readWhole({ text: "A cat?", quoted })).toMatchObject({
      kind: "read",
    });
  });

  it("do not replace a message that is itself unreadable", async () => {
    const { readWhole } = setUp({});
    expect(
      await readWhole({
        text: "",
        attachments: [{ kind: "other" }],
        quoted: { text: "2 + 2?" },
      }),
    ).toMatchObject({ kind: "unreadable" });
  });

  it("may be gone if the quoted message has text", async () => {
    const { readWhole } = setUp({});
    expect(
      await readWhole({ text: "", quoted: { text: "2 + 2?" } }),
    ).toMatchObject({ kind: "read" });
  });
});

/** @param onKept what happens once a text is kept */
function createTranscripts(
  onKept: (text: string) => void = () => {},
): typeof NO_TRANSCRIPTS {
  const kept = new Map<string, string>();
  return {
    findTranscript: async (_, file) => kept.get(file),
    async keepTranscript(_, file, text) {
      kept.set(file, text);
      onKept(text);
    },
  };
}

/** A channel with one file, and models configured by the options. */
function setUp({
  content = "",
  takesImages = false,
  said,
  transcripts = NO_TRANSCRIPTS,
  signal = new AbortController().signal,
}: {
  content?: string | AttachmentContent | Error;
  takesImages?: boolean;
  said?: string | ModelError;
  transcripts?: typeof NO_TRANSCRIPTS;
  signal?: AbortSignal;
}) {
  const asked: unknown[] = [];
  const channel = {
    async fetchAttachment(
      file: string,
      { maxBytes }: { maxBytes: number },
    ): Promise<AttachmentContent> {
      asked.push({ file, maxBytes });
      if (content instanceof Error) throw content;
      return typeof content === "string"
        ? { kind: "fetched", bytes: Uint8Array.from(Buffer.from(content)) }
        : content;
    },
  };
  const media: Media = {
    takesImages,
    ...(said !== undefined && {
      transcriber: {
        async transcribe(recording) {
          asked.push(recording);
          if (said instanceof ModelError) throw said;
          return { text: said };
        },
      },
    }),
  };
  const readWhole = async (message: Partial<IncomingMessage>) => {
    const whole = createMessage({ id: "1", ...message });
    const reading = await readMessage(whole, {
      channel,
      media,
      transcripts,
      signal,
    });
    return reading.kind === "unreadable"
      ? { kind: reading.kind, reply: texts.unreadable(reading.problem) }
      : reading;
  };
  const read = (attachments: readonly Attachment[], text = "") =>
    readWhole({ text, attachments });
  return { read, readWhole, asked };
}

function refusal(status: number, said = ""): ModelError {
  return new ModelError({ kind: "refused", status, cause: new Error(said) });
}
