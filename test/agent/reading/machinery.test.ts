import { describe, expect, it } from "vitest";
import { createNativeReader } from "../../../src/agent/reading/native-reader.ts";
import { readReply } from "../../../src/agent/reading/read-reply.ts";
import { createTextReader } from "../../../src/agent/reading/text-reader.ts";
import { readInPieces } from "./read-in-pieces.ts";

const tools = ["search", "calculator"];
const fence = (content: string, language = "json") =>
  `\`\`\`${language}\n${content}\n\`\`\``;

const ASKED_AGAIN: Readonly<Record<string, readonly string[]>> = {
  "only a broken object": [
    fence('{"query": moss(, "limit": }'),
    fence("{query: moss(}"),
    fence('[{"a": 1}, {"b": }]'),
    fence("{ broken }", ""),
    '~~~json\n{"a": }\n~~~',
    '`{"a": }`',
    `Action:\n${fence('{"query": }')}`,
  ],
  "only an announcement of the answer": [
    "Now I can give the final answer.",
    "I now know the final answer",
    "**I now know the final answer.**",
    "Great! Now I know the final answer.",
    "Based on the search results, I can now answer the question.",
    "I have enough information to answer.",
    "Let me now write the final answer.",
    "Here is my final answer:",
    "I do not need any tools to answer this question.",
    "我现在知道最终答案了。",
    "现在我可以给出最终答案",
    "根据搜索结果，我已经有足够的信息来回答这个问题了。",
    "以下是最终答案：",
    "我不需要使用工具来回答这个问题。",
    "Final Answer: I now know the final answer.",
  ],
  "only the name of a tool": [
    "I need the search tool.",
    "The tool to use is search.",
    "Next: search",
    "search and calculator",
    "search[moss",
    "search[]",
    "需要使用 search 工具。",
  ],
  "the markup of a protocol": [
    "< | DSML | tool_use>",
    "Sure. < | DSML | tool_use>",
    'I compute.\n\n< | DSML | invoke name="calculator">\n',
    "<|open|>tool<|sep|>search<|sep|>moss<|close|>",
    "Let me look.<|open|>tool<|sep|>search",
    "Text <｜tool▁calls▁begin｜>",
    "＜｜tool▁calls▁begin｜＞",
    "<tool_use>\n<name>search</name>\n</tool_use>",
    "[TOOL_CALL]\n{tool => 'search'}\n[/TOOL_CALL]",
  ],
};

const READERS = [
  () => createTextReader({ tools, streamsProse: true }),
  () => createNativeReader({ tools }),
];

describe.each(Object.entries(ASKED_AGAIN))(
  "a reply that holds %s",
  (_, replies) => {
    it.each(replies)("is asked again, and shows no machinery: %j", (reply) => {
      expect(readReply(reply, { tools }).kind).toBe("unreadable");
      for (const createReader of READERS)
        for (const size of [1, 3, 1_000]) {
          const { streamed, reading } = readInPieces(
            createReader(),
            reply,
            size,
          );
          expect(reading.kind).toBe("unreadable");
          expect(streamed).not.toMatch(/[<＜]\s*[|｜t]|\{|\[TOOL|最终|final/i);
        }
    });
  },
);

it.each([
  ["at its beginning", (call: string, text: string) => `${call}\n\n${text}`],
  ["at its end", (call: string, text: string) => `${text}\n\n${call}`],
])("a long reply that holds machinery %s is asked again", (_, write) => {
  const text = "It rains a lot in the hills. ".repeat(2_000).trim();
  expect(readReply(text, { tools }).kind).toBe("finish");
  for (const call of ASKED_AGAIN["the markup of a protocol"] ?? [])
    expect(readReply(write(call, text), { tools }).kind, call).toBe(
      "unreadable",
    );
});

describe("an answer that only resembles machinery", () => {
  it.each([
    "I know the answer is 24.",
    "I can now answer in German: ja.",
    "I don't have enough information to answer.",
    "I am ready to answer your questions.",
    "我可以回答你的问题。",
    "My tools are search and calculator.",
    "You can call search[term] in ReAct.",
    "See search[1] for details.",
    "ReAct agents write lines such as:\n\nsearch[moss]\n\nand then wait.",
    "In Elm, use f <| g x and x |> f.",
    "if a <|b| then c > d",
    "F# has `<|` and `<||`; use f <|| (a, b).",
    "|x| < |y| > |z|",
    "The token `<|im_end|>` ends a turn.",
    "Here is my review:\n- Action: great stunts\n- Thought: deep",
    "- Action: 9/10\n- Drama: 7/10",
    "ReAct works like this:\n1. **Thought**: the model thinks\n2. **Action**: it acts\n3. **Observation**: it sees",
    "评论：\n- 动作：精彩\n- 思考：深刻",
    fence("a { color: red; }", "css"),
    fence("{ const a = 1; }", "js"),
    `This is it:\n${fence('{"name": "app"}')}`,
    "{1, 2, 3}",
  ])("stays: %j", (answer) => {
    expect(readReply(answer, { tools })).toEqual({
      kind: "finish",
      output: answer,
    });
  });

  it.each([
    "Three things:\n- Action: lots\n- Thought: little\n- Answer: none",
    "- Action: great\n- Question: open\n- Thought: deep",
    "Genres\n‣ Thought: little\n‣ Observation: none",
  ])("stays whole after its label: %j", (output) => {
    expect(readReply(`Final Answer: ${output}`, { tools })).toEqual({
      kind: "finish",
      output,
    });
  });
});

describe("a call in the markup of DeepSeek", () => {
  it.each([
    ["< | DSML | ", "</ | DSML | "],
    ["<｜DSML｜", "</｜DSML｜"],
    ["<｜｜DSML｜｜", "</｜｜DSML｜｜"],
    ["<|DSML|", "</|DSML|"],
  ])("is read with tags that begin with %j", (open, close) => {
    const reply = `${open}tool_use>\n${open}invoke name="calculator">\n${open}parameter name="expression" string="true">16*16${close}parameter>\n${close}invoke>\n${close}tool_use>`;
    for (const createReader of READERS) {
      const { streamed, reading } = readInPieces(createReader(), reply, 2);
      expect(streamed).toBe("");
      expect(reading).toMatchObject({
        kind: "action",
        action: { tool: "calculator", input: { expression: "16*16" } },
      });
    }
  });
});
