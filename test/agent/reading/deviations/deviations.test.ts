import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../property-runs.ts";
import type { Deviation } from "./deviation.ts";
import type { Draft } from "./draft.ts";
import {
  choices,
  DRAFTS,
  isRecovered,
  understand,
  write,
} from "./generator.ts";

/** Fails with the smallest combinations that were not recovered. */
function expectShare(
  combinations: readonly (readonly [Draft, readonly Deviation[]])[],
  share: number,
): void {
  const lost = combinations.filter((one) => !isRecovered(...one));
  const names = lost.map(([draft, deviations]) => {
    const minimal = deviations.filter((_, index) =>
      isRecovered(draft, deviations.toSpliced(index, 1)),
    );
    return `${draft.style} ${draft.decision.kind}: ${minimal.map(({ name }) => name).join(" + ")}\n${write(draft, deviations)}`;
  });
  const recovered = 1 - lost.length / combinations.length;
  expect(
    recovered,
    [...new Set(names)].slice(0, 20).join("\n\n"),
  ).toBeGreaterThanOrEqual(share);
}

describe("readReply, with deviations from the format", () => {
  it("recovers each decision as it should be written", () => {
    expectShare(
      DRAFTS.map((draft) => [draft, []]),
      1,
    );
  });

  it("recovers each decision with one deviation", () => {
    expectShare(
      choices.flatMap(({ draft, deviations }) =>
        deviations.map((deviation) => [draft, [deviation]] as const),
      ),
      1,
    );
  });

  it("recovers 99 % of the decisions with two deviations", () => {
    expectShare(compose(2), 0.99);
  });

  it("recovers 95 % of the decisions with three deviations", () => {
    expectShare(compose(3), 0.95);
  });
});

/** Random drafts with a number of deviations; the same in each run. */
function compose(count: number): (readonly [Draft, readonly Deviation[]])[] {
  const rich = choices.filter(
    ({ deviations }) =>
      new Set(deviations.map(({ slot }) => slot)).size >= count,
  );
  const combination = fc.constantFrom(...rich).chain((choice) =>
    fc
      .uniqueArray(fc.constantFrom(...choice.deviations), {
        minLength: count,
        maxLength: count,
        selector: ({ slot }) => slot,
      })
      .map((picked) => {
        const order = choice.deviations.filter((one) => picked.includes(one));
        return [choice.draft, order] as const;
      }),
  );
  return fc.sample(
    combination.filter(([, { length }]) => length === count),
    { numRuns: runs(2_000), seed: 1 },
  );
}

const INPUTS = ['"moss"', '{"query": "moss"}'];
const UNCERTAIN: Readonly<Record<string, readonly string[]>> = {
  "an empty action": [
    "Thought: Look.\nAction:\nAction Input: moss",
    "Thought: Look.\nAction: \n",
    "Action:\n```json\n```",
    "Action:\n```json\n{}\n```",
    ...INPUTS.flatMap((input) => [
      `{"action": "", "action_input": ${input}}`,
      `{"action": " ", "action_input": ${input}}`,
      `{"action": null, "action_input": {}}`,
      `{"action": {}, "action_input": ${input}}`,
      `{"action": [], "action_input": ${input}}`,
      `{"action": 7, "action_input": ${input}}`,
      `{"action": true, "action_input": ${input}}`,
      `{"action_input": ${input}}`,
      `{"thought": "Look.", "action_input": ${input}}`,
      `{"tool": "", "tool_input": ${input}}`,
      `{"name": "", "arguments": ${input}}`,
      `{"function": {}, "arguments": ${input}}`,
      `<tool_call>\n{"name": "", "arguments": ${input}}\n</tool_call>`,
      `<tool_call>\n{"arguments": ${input}}\n</tool_call>`,
    ]),
    "{}",
    "[]",
    '{"action": "Final Answer", "action_input": ""}',
    '{"action": "Final Answer"}',
    '{"tool_calls": []}',
    "<tool_call></tool_call>",
    "<tool_call>\n{}\n</tool_call>",
    "Final Answer:",
    "Thought: Known.\nFinal Answer:\n",
    "```json\n```",
    "```",
  ],
  "a broken action": [
    '{"action": "web_search", "action_input": {"query": "moss" "fresh": }}',
    '{"action": "web_search", "action_input": {"query": moss(}}',
    '{"action": "web_search", "action_input": }',
    '{"action": web_search("moss"), "action_input": [}',
    '{"action": "web_search" "action_input"}',
    '{"action" "web_search", "action_input" "moss',
    '"action": "web_search", "action_input": "moss"',
    '{"action_input": "moss", "action": ',
    "Action: web_search",
    "Action: web_search\nThought: Now?",
    "Action: web_search calculator\nAction Input: moss",
    "Action: either web_search or calculator\nAction Input: moss",
    "Action Input: moss",
    "Observation: There is moss.",
    "<tool_call>web_search",
    '<tool_call>{"name": "web_search", "arguments": {"query": "mo',
    "<function=web_search>",
    "[TOOL_CALLS]",
  ],
  "an announcement": [
    "I will search for moss.",
    "Let me look that up for you.",
    "I'll use the web_search tool to find it.",
    "Sure! I'm going to check that now.",
    "First, I need to find the number of walls.",
    "To answer this, I need to search for moss.",
    "I should look up where moss grows.",
    "Okay, let me calculate that.",
    "Searching for moss...",
    "Calling web_search...",
    "I need to use web_search to find out where moss grows.",
    "One moment, let me check.",
    "Let me do a quick search.",
    "I'll need to look this up.",
    "I am now going to run a search.",
    "Using the calculator tool.",
    "我需要搜索一下。",
    "让我查一下。",
    "我将使用 web_search 工具。",
    "Ich werde danach suchen.",
    "Ich suche das kurz heraus.",
    "Je vais chercher cela.",
    "Laissez-moi vérifier.",
    "Voy a buscarlo.",
    "Déjame buscar eso.",
    "調べてみます。",
    "検索します。",
  ],
};

describe.each(Object.entries(UNCERTAIN))("readReply, with %s", (_, replies) => {
  it.each(replies)("retries for %j", (reply) => {
    expect(understand(reply)).toBeUndefined();
  });
});

describe("readReply, with answers that only look like announcements", () => {
  it.each([
    "I will remember that your name is Ada.",
    "Let me know if you need more.",
    "Let me explain: moss needs shade.",
    "You can search for moss in the shade.",
    "Searching is done with grep.",
    "Using a calculator, you get 4.",
    "Ich werde mir das merken.",
    "Shall I look that up for you?",
    "Moss grows on 3 walls. Let me know whether I should look further.",
    "I need to know your city to answer that.",
  ])("answers %j", (reply) => {
    expect(understand(reply)).toEqual({ kind: "answer", output: reply });
  });
});
