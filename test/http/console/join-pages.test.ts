import { describe, expect, it } from "vitest";
import type { TranscriptBody } from "../../../src/http/console/page/console-api.ts";
import {
  addNewest,
  addOlder,
} from "../../../src/http/console/page/join-pages.ts";

/** The messages from one sequence to another. */
function page(
  from: number,
  to: number,
  { previous = from > 1 ? from : null, thumb }: Partial<Rated> = {},
): TranscriptBody {
  const sequences = Array.from({ length: to - from + 1 }, (_, n) => from + n);
  const message = (sequence: number): TranscriptBody["messages"][number] => ({
    message_id: `t${sequence}`,
    role: "user",
    at: "",
    sequence,
    steps: 0,
    ...(thumb && { thumb }),
  });
  const messages = sequences.map(message);
  return {
    person: null,
    wanted: null,
    home: null,
    linked: [],
    questions: [],
    messages,
    previous,
    open: [],
  };
}

interface Rated {
  previous: number | null;
  thumb: "up";
}

const sequencesOf = ({ messages }: TranscriptBody) =>
  messages.map(({ sequence }) => sequence);

describe("A transcript that is read again", () => {
  const shown = addOlder(page(3, 4), page(5, 6));

  it("keeps older pages, and takes the newest as it is now", () => {
    const joined = addNewest(page(6, 7, { thumb: "up" }), shown);
    expect(sequencesOf(joined)).toEqual([3, 4, 5, 6, 7]);
    expect(joined.previous).toBe(3);
    expect(joined.messages.map(({ thumb }) => thumb)).toEqual([
      undefined,
      undefined,
      undefined,
      "up",
      "up",
    ]);
  });

  it.each([
    ["messages are missing in between", page(8, 9)],
    ["older ones were forgotten", page(6, 7, { previous: null })],
    ["nothing is left", { ...page(1, 0), previous: null }],
  ])("begins anew if %s", (_, newest) => {
    expect(addNewest(newest, shown)).toEqual(newest);
  });
});
