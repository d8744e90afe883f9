import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createContentFetcher } from "../../../src/channels/kit/content-fetcher.ts";

const MAX = { maxBytes: 1_000, signal: new AbortController().signal };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Waits as long as it may, as a server would have it that never answers. */
const stalled = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });

it.each(["the file's address", "the download"])(
  "A file is waited for a minute in all, if %s stalls",
  async (what) => {
    const fetchContent = createContentFetcher({
      platform: "Test",
      find: async (_, { signal }) =>
        what === "the download"
          ? { url: "https://files.example/a" }
          : stalled(signal),
      fetch: async (_, { signal } = {}) => stalled(signal ?? MAX.signal),
    });
    const fetching = expect(fetchContent("a", MAX)).rejects.toThrow(
      "no answer from Test",
    );
    await vi.advanceTimersByTimeAsync(60_000);
    await fetching;
  },
);
