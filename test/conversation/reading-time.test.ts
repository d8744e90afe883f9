import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readMessage } from "../../src/conversation/input/read-message.ts";
import { sleep } from "../../src/runtime/abort.ts";
import { AttachmentError } from "../../src/types/errors.ts";
import { NO_TRANSCRIPTS } from "../fakes/no-transcripts.ts";
import { createMessage } from "../fixtures/messages.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Ten photos, each of which takes so long. */
function readPhotos(ms: number) {
  const asked: string[] = [];
  const attachments = Array.from(
    { length: 10 },
    (_, index) => ({ kind: "photo", file: String(index) }) as const,
  );
  const reading = readMessage(createMessage({ id: "1", attachments }), {
    channel: {
      async fetchAttachment(file, { signal }) {
        asked.push(file);
        await sleep(ms, { signal });
        return { kind: "fetched", bytes: new Uint8Array(1) };
      },
    },
    media: { takesImages: true },
    transcripts: NO_TRANSCRIPTS,
    signal: new AbortController().signal,
  });
  return { reading, asked };
}

it("reads all attachments of a turn within two minutes, or retries later", async () => {
  const { reading, asked } = readPhotos(50_000);
  const ended = expect(reading).rejects.toThrow(AttachmentError);
  await vi.advanceTimersByTimeAsync(120_000);
  await ended;
  expect(asked).toHaveLength(3);
  expect(vi.getTimerCount()).toBe(0);
});

it("leaves no timer when they are read", async () => {
  const { reading } = readPhotos(11_000);
  await vi.advanceTimersByTimeAsync(110_000);
  expect(await reading).toMatchObject({ kind: "read" });
  expect(vi.getTimerCount()).toBe(0);
});
