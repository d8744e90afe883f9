import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createAttachments } from "../../../../src/page/client/state/attachments.ts";

/** Browsers have one. */
class FileReaderStub extends EventTarget {
  readonly result = "data:text/plain;base64,VGVh";

  readAsDataURL(): void {
    this.dispatchEvent(new Event("load"));
  }
}

beforeEach(() => void vi.stubGlobal("FileReader", FileReaderStub));
afterEach(() => vi.unstubAllGlobals());

const DOCX =
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const NOTHING = { images: false, speech: false };
const ALL = { images: true, speech: true };

it.each([
  ["a.txt", "text/plain", 200_000, NOTHING, undefined],
  ["a.txt", "text/plain", 200_001, ALL, "tooLarge"],
  ["a.pdf", "", 1_000_000, NOTHING, undefined],
  ["a", "application/pdf", 1_000_000, NOTHING, undefined],
  ["A.DOCX", "", 1_000_000, NOTHING, undefined],
  ["a", DOCX, 1_000_000, NOTHING, undefined],
  ["a.pdf", "application/pdf", 1_000_001, ALL, "tooLarge"],
  ["a.mp3", "audio/mpeg", 1_000_000, ALL, undefined],
  ["a.mp3", "audio/mpeg", 9, NOTHING, "noSound"],
  ["a.mp3", "audio/mpeg", 1_000_001, ALL, "tooLarge"],
  ["a.png", "image/png", 9, NOTHING, "noImages"],
  // No image that Node could decode.
  ["a.png", "image/png", 9, ALL, "unreadable"],
  ["a.svg", "image/svg+xml", 9, NOTHING, undefined],
] as const)(
  "takes a file that the model can read: %s %s of %i bytes, %j",
  async (name, type, size, takes, kind) => {
    const attachments = createAttachments(takes);
    attachments.add([new File(["x".repeat(size)], name, { type })]);
    await vi.waitUntil(() => attachments.reading.value === 0);
    expect(attachments.problem.value?.kind).toBe(kind);
    expect(attachments.files.value).toEqual(
      kind === undefined ? [{ name, type, content: "VGVh" }] : [],
    );
  },
);

it.each([
  ["PK\0", "noText"],
  // UTF-16 begins with a mark.
  [new Uint8Array([0xff, 0xfe, 65, 0]), undefined],
])("takes texts alone, but in any encoding: %j", async (content, kind) => {
  const attachments = createAttachments(ALL);
  attachments.add([new File([content], "a.zip")]);
  await vi.waitUntil(() => attachments.reading.value === 0);
  expect(attachments.problem.value?.kind).toBe(kind);
});

it("says why one of several files is not added, until others are chosen", async () => {
  const attachments = createAttachments({ images: false, speech: false });
  const whole = () => vi.waitUntil(() => attachments.reading.value === 0);
  const { problem, files } = attachments;
  const zip = new File(["PK\0"], "a.zip", { type: "application/zip" });
  const text = new File(["Tea"], "tea.txt", { type: "text/plain" });
  attachments.add([zip, text]);
  await whole();
  expect(problem.value).toEqual({ kind: "noText", name: "a.zip" });
  expect(files.value.map(({ name }) => name)).toEqual(["tea.txt"]);
  attachments.add([text, text, text, text]);
  await whole();
  expect(problem.value).toEqual({ kind: "tooMany", name: "tea.txt" });
  attachments.add([]);
  expect(problem.value).toBeUndefined();
});

it("adds no file to a draft that was opened while it was read", async () => {
  const attachments = createAttachments({ images: false, speech: false });
  const add = (name: string) =>
    attachments.add([new File(["Tea"], name, { type: "text/plain" })]);
  add("one.txt");
  attachments.open([]);
  expect(attachments.reading.value).toBe(0);
  add("two.txt");
  await vi.waitUntil(() => attachments.reading.value === 0);
  expect(attachments.files.value.map(({ name }) => name)).toEqual(["two.txt"]);
});
