import { describe, expect, it } from "vitest";
import { createNativeReader } from "../../../../src/agent/reading/native-reader.ts";
import { readReply } from "../../../../src/agent/reading/read-reply.ts";
import { createTextReader } from "../../../../src/agent/reading/text-reader.ts";
import type { ReplyReader } from "../../../../src/agent/styles/agent-style.ts";
import { readInPieces } from "../read-in-pieces.ts";
import { choices, tools, write } from "./generator.ts";

const SIZES = [1, 2, 3, 5, 8, 13, 34, 1_000];
const READERS = {
  createTextReader: () => createTextReader({ tools }),
  createNativeReader: () => createNativeReader({ tools }),
} as const;

/** What goes wrong with one reply; empty where nothing does. */
function findDisagreements(
  createReader: () => ReplyReader,
  reply: string,
  mayTakeBack: boolean,
): string[] {
  const whole = readReply(reply, { tools });
  return SIZES.flatMap((size) => {
    const { streamed, reading } = readInPieces(createReader(), reply, size);
    const isSame =
      whole.kind === "unreadable"
        ? reading.kind === "unreadable" && reading.reason === whole.reason
        : JSON.stringify(reading) === JSON.stringify(whole);
    const isBeginning =
      reading.kind === "finish"
        ? reading.output.startsWith(streamed)
        : streamed === "";
    return isSame && (isBeginning || mayTakeBack)
      ? []
      : [`${size}: ${JSON.stringify({ reply, streamed, reading, whole })}`];
  });
}

describe.each(Object.entries(READERS))(
  "%s, with deviations",
  (name, create) => {
    it.each(
      choices.map(
        (choice) =>
          [choice.draft.style, choice.draft.decision.kind, choice] as const,
      ),
    )(
      "hands out the beginning of what it reads in the end: %s, %s",
      (_style, _kind, { draft, deviations }) => {
        const replies = [
          write(draft, []),
          ...deviations.map((one) => write(draft, [one])),
        ];
        const wrong = replies.flatMap((reply) =>
          findDisagreements(create, reply, name === "createNativeReader"),
        );
        expect(wrong.slice(0, 10).join("\n")).toBe("");
      },
    );
  },
);
