import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runAgent } from "../../../../src/agent/executor.ts";
import { createNativeReader } from "../../../../src/agent/reading/native-reader.ts";
import { readReply } from "../../../../src/agent/reading/read-reply.ts";
import { createTextReader } from "../../../../src/agent/reading/text-reader.ts";
import type { ReplyReader } from "../../../../src/agent/styles/agent-style.ts";
import { conversationalReact } from "../../../../src/agent/styles/text-styles.ts";
import { toolCalling } from "../../../../src/agent/styles/tool-calling.ts";
import { createAgent } from "../../../fakes/create-agent.ts";
import { createToolContext } from "../../../fakes/create-tool-context.ts";
import { createScriptedModel } from "../../../fakes/scripted-model.ts";
import { pick, runs } from "../../../property-runs.ts";
import { readInPieces } from "../read-in-pieces.ts";
import { choices, DRAFTS, tools, write } from "./generator.ts";

const SIZES = [1, 2, 3, 5, 8, 13, 34, 1_000];
const READERS = {
  createTextReader: () => createTextReader({ tools }),
  createNativeReader: () => createNativeReader({ tools }),
} as const;

/**
 * Differences between the readers for chunks of a size; of all sizes, in turn.
 * Streamed prose may turn out to be a thought.
 */
function findDisagreements(
  createReader: () => ReplyReader,
  reply: string,
  { mayTakeBack, turn }: { mayTakeBack: boolean; turn: number },
): string[] {
  const whole = readReply(reply, { tools });
  return pick(SIZES, { count: 1, turn }).flatMap((size) => {
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
  "%s, with one deviation",
  (name, createReader) => {
    it.each(choices.map((choice, index) => [index, choice] as const))(
      "hands out the beginning of what it reads in the end: draft %i",
      (number, { draft, deviations }) => {
        const replies = pick([[], ...deviations.map((one) => [one])], {
          count: Math.ceil(deviations.length / 3),
          turn: number,
        });
        const wrong = replies.flatMap((applied, index) =>
          findDisagreements(createReader, write(draft, applied), {
            mayTakeBack: name === "createNativeReader",
            turn: number + index,
          }),
        );
        expect(wrong.slice(0, 10).join("\n")).toBe("");
      },
    );
  },
);

/** A reply with up to three deviations, in arbitrary chunks. */
const piecesOfReply = fc
  .constantFrom(...choices)
  .chain(({ draft, deviations }) =>
    fc.record({
      reply: fc
        .subarray(deviations, { maxLength: 3 })
        .map((applied) => write(draft, applied)),
      cuts: fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 8 }),
    }),
  )
  .map(({ reply, cuts }) => {
    const pieces: string[] = [];
    for (let from = 0, turn = 0; from < reply.length; turn++) {
      const end = from + 1 + (cuts[turn % cuts.length] ?? 0);
      pieces.push(reply.slice(from, end));
      from = end;
    }
    return pieces;
  });

describe.each([conversationalReact, toolCalling])("runAgent", (style) => {
  it("assembles the answer of the complete reply from its deltas", async () => {
    await fc.assert(
      fc.asyncProperty(piecesOfReply, async (pieces) => {
        const whole = readReply(pieces.join(""), { tools: [] });
        fc.pre(whole.kind === "finish");
        const model = createScriptedModel([pieces]);
        let shown = "";
        let output: string | undefined;
        for await (const event of runAgent({
          agent: createAgent({ model, style }),
          context: createToolContext(),
          history: [],
          input: "Hello?",
          signal: new AbortController().signal,
        })) {
          if (event.type === "delta")
            shown = shown.slice(0, event.offset) + event.text;
          if (event.type === "finish") ({ output } = event);
        }
        expect(output).toBe(whole.output);
        expect(shown).toBe(whole.output);
      }),
      { numRuns: runs(35) },
    );
  });
});

describe("createTextReader, with answers in the forms of the styles", () => {
  it.each(DRAFTS.filter(({ decision }) => decision.kind === "answer"))(
    "hands out all of $decision.output as $style before its end",
    (draft) => {
      const createReader =
        draft.style === "call" ? createNativeReader : createTextReader;
      const { streamed } = readInPieces(
        createReader({ tools }),
        write(draft, []),
        3,
      );
      expect(draft.decision).toMatchObject({ output: streamed });
    },
  );
});
