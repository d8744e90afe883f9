import { expect, it } from "vitest";
import {
  fetchFollowing,
  readBeginning,
} from "../../src/runtime/bounded-fetch.ts";

it.each([
  [["ab", "cd"], "abcd", false],
  [["abcd", "e"], "abcd", true],
  [["abcde"], "abcd", true],
  [[], "", false],
])("of %j reads %j, and that there is more: %s", async (pieces, read, more) => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder();
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      controller.close();
    },
  });
  const { bytes, isCut } = await readBeginning(body, { maxBytes: 4 });
  expect(new TextDecoder().decode(bytes)).toBe(read);
  expect(isCut).toBe(more);
});

it.each([
  ["GET", 302, 1, "/1"],
  ["GET", 307, 3, "/3"],
  ["GET", 304, 1, "/0"],
  ["POST", 307, 1, "/1"],
  ["POST", 302, 1, "/0"],
  ["GET", 302, 4, undefined],
])(
  "a %s with HTTP %d, %d times, leads to %s",
  async (method, status, times, end) => {
    const followed = await fetchFollowing(new URL("https://a.example/0"), {
      method,
      fetch: async (input) => {
        const at = Number(new URL(input as URL).pathname.slice(1));
        const headers = { location: `/${at + 1}` };
        return at < times
          ? new Response(null, { status, headers })
          : new Response("Here");
      },
      follow: (location, from) => new URL(location, from),
    });
    expect(followed?.url.pathname).toBe(end);
  },
);
