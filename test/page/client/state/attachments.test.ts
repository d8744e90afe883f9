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
