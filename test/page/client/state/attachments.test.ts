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
