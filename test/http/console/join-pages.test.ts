import { describe, expect, it } from "vitest";
import { toTurnBody } from "../../../src/http/console/bodies.ts";
import type { TranscriptBody } from "../../../src/http/console/page/console-api.ts";
import {
  addNewest,
  addOlder,
  findOlder,
} from "../../../src/http/console/page/join-pages.ts";
import { createIndexedTurn } from "../../contracts/turn-index-contract.ts";

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

/** Turns of these conversations, each with the second of its newest turn. */
const list = (turns: Readonly<Record<string, number>>) =>
  Object.entries(turns).map(([conversation, second]) =>
    toTurnBody(createIndexedTurn({ conversation, at: second * 1_000 })),
  );

describe("Of a list of conversations, below its newest page", () => {
  const shown = list({ d: 4, c: 3, b: 2, a: 1 });

  it.each([
    ["what is not in it stays", list({ d: 4, c: 3 }), ["b", "a"]],
    ["what has moved up is not repeated", list({ a: 5, d: 4 }), ["c", "b"]],
    ["what has left it goes", list({ c: 3, b: 2 }), ["a"]],
    ["nothing stays if others may be missing", list({ f: 7, e: 6 }), []],
    [
      "nothing stays if others may be missing, though some have moved up",
      list({ a: 7, d: 6 }),
      [],
    ],
    ["all stays if none was found yet", [], ["d", "c", "b", "a"]],
  ])("%s", (_, newest, names) => {
    const older = findOlder(newest, shown, (turn) => turn.conversation);
    expect(older.map(({ conversation }) => conversation)).toEqual(names);
  });
});
