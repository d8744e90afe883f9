import { describe, expect, it } from "vitest";
import { readReply } from "../../../src/agent/reading/read-reply.ts";

const tools = ["search", "calculator", "read_file", "Ask Expert"];

/** `tool(input)`, the answer, or `?`. */
function read(text: string): string {
  const reading = readReply(text, { tools });
  if (reading.kind === "unreadable") return "?";
  if (reading.kind === "finish") return reading.output;
  const { tool, input } = reading.action;
  return `${tool}(${typeof input === "string" ? input : JSON.stringify(input)})`;
}

const blob = (action: string, input: unknown) =>
  JSON.stringify({ action, action_input: input });
const fence = (content: string, language = "json") =>
  `\`\`\`${language}\n${content}\n\`\`\``;

describe("readReply", () => {
  it.each([
    ["a JSON object", blob("search", "moss")],
    ["a fenced object", fence(blob("search", "moss"))],
    [
      "a thought and a fenced object",
      `Thought: Look.\nAction:\n${fence(blob("search", "moss"), "")}`,
    ],
    ["labelled lines", "Thought: Look.\nAction: search\nAction Input: moss"],
    ["labels on one line", "Thought: Look. Action: search Action Input: moss"],
    [
      "bold labels",
      "**Thought:** Look.\n**Action:** search\n**Action Input:** moss",
    ],
    ["headings", "## Action\nsearch\n## Action Input\nmoss"],
    ["numbered labels", "Thought 1: Look.\nAction 1: search[moss]"],
    ["Chinese labels", "思考：查一下。\n行动：search\n行动输入：moss"],
    ["a call in the action's line", 'Action: search("moss")'],
    ["a name and an input in the action's line", "Action: search: moss"],
    ["a call that is all", 'functions.search("moss")'],
    ["a call in code", fence('print(default_api.search("moss"))', "tool_code")],
    [
      "tags",
      "<thought>Look.</thought>\n<action>search</action>\n<action_input>moss</action_input>",
    ],
    ["other keys", '{"tool": "search", "tool_input": "moss"}'],
    [
      "an action next to a wrapper",
      '{"action": "search", "action_input": "moss", "command": {"name": "calculator", "arguments": "1"}}',
    ],
    ["a wrapper", `{"tool_calls": [${blob("search", "moss")}]}`],
    [
      "an object with a key twice",
      '{"action": "search", "action_input": "moss", "Action": "calculator"}',
    ],
    ["an escaped object", JSON.stringify(blob("search", "moss"))],
  ])("reads an action from %s", (_, text) => {
    expect(read(text)).toBe("search(moss)");
  });

  it.each([
    [
      "Hermes",
      '<tool_call>\n{"name": "search", "arguments": {"query": "moss"}}\n</tool_call>',
    ],
    [
      "Harmony without its first tokens",
      'commentary to=functions.search <|message|>{"query": "moss"}<|call|>',
    ],
    [
      "Kimi",
      'Wait.<|tool_calls_section_begin|><|tool_call_begin|>functions.search:0<|tool_call_argument_begin|>{"query": "moss"}<|tool_call_end|><|tool_calls_section_end|>',
    ],
    [
      "DeepSeek",
      `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>search\n${fence('{"query": "moss"}')}<｜tool▁call▁end｜>`,
    ],
    [
      "DeepSeek with blanks",
      `<｜tool calls begin｜><｜tool call begin｜>function<｜tool sep｜>search\n${fence('{"query": "moss"}')}<｜tool call end｜>`,
    ],
    ["Mistral", '[TOOL_CALLS]search[ARGS]{"query": "moss"}'],
    [
      "Llama",
      '<|python_tag|>{"name": "search", "parameters": {"query": "moss"}}<|eom_id|>',
    ],
    [
      "Qwen coder",
      "<tool_call>\n<function=search>\n<parameter=query>\nmoss\n</parameter>\n</function>\n</tool_call>",
    ],
    [
      "GLM",
      "<tool_call>search\n<arg_key>query</arg_key>\n<arg_value>moss</arg_value>\n</tool_call>",
    ],
    [
      "Anthropic",
      '<invoke name="search"><parameter name="query">moss</parameter></invoke>',
    ],
    [
      "Harmony",
      '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary to=functions.search <|constrain|>json<|message|>{"query":"moss"}<|call|>',
    ],
    [
      "a provider's API",
      '{"id": "1", "type": "function", "function": {"name": "search", "arguments": "{\\"query\\": \\"moss\\"}"}}',
    ],
  ])("reads a leaked call of %s", (_, text) => {
    expect(read(text)).toBe('search({"query":"moss"})');
  });

  it.each([
    ["prose", "Moss grows in shade.", "Moss grows in shade."],
    ["a label", "Thought: Known.\nFinal Answer: In shade.", "In shade."],
    [
      "a label within a line",
      "Thought: Known. Final Answer: In shade.",
      "In shade.",
    ],
    ["a bold label", "**Final Answer:** In shade.", "In shade."],
    [
      "a fence of text",
      fence("Thought: Known.\nFinal Answer: In shade.", "text"),
      "In shade.",
    ],
    ["a bold line", "**Final Answer: In shade.**", "In shade."],
    ["a bold value", "Final Answer: **In** shade.", "**In** shade."],
    [
      "a bold label with a bold value",
      "**Final Answer**: **In** shade.",
      "**In** shade.",
    ],
    [
      "the only other field",
      '{"action": "Final Answer", "answer": "In shade."}',
      "In shade.",
    ],
    [
      "words of the prompt in a sentence",
      "Final Answer: The final answer to the question is: it should be one of two.",
      "The final answer to the question is: it should be one of two.",
    ],
    ["an object", blob("Final Answer", "In shade."), "In shade."],
    [
      "an object after the label",
      `Final Answer: ${blob("Final Answer", "In shade.")}`,
      "In shade.",
    ],
    ["a pseudo-tool", "Action: Speak\nAction Input: In shade.", "In shade."],
    ["a call of none", "Action: Finish[In shade.]", "In shade."],
    [
      "a chat's label",
      "Thought: Do I need to use a tool? No\nAI: In shade.",
      "In shade.",
    ],
    [
      "other JSON",
      '{"plant": "moss", "light": 2}',
      '{"plant": "moss", "light": 2}',
    ],
    [
      "a tag",
      "<think>Easy.</think><response>In shade.</response>",
      "In shade.",
    ],
  ])("reads an answer from %s", (_, text, answer) => {
    expect(read(text)).toBe(answer);
  });

  it.each([
    ["nothing", ""],
    ["reasoning alone", "<think>I could search</think>"],
    ["reasoning without end", `<think>I could write ${blob("search", "moss")}`],
    ["a thought alone", "Thought: I wonder about moss."],
    ["an announcement", "I will look that up."],
    ["an input without action", '{"action_input": "moss"}'],
    ["an action without input label", "Thought: Look.\nAction: search"],
    [
      "a sentence for an action",
      "Action: Think about `moss` first!\nAction Input: none",
    ],
    ["glued names", "Action: search & calculator\nAction Input: moss"],
    ["no action and no answer", "Thought: Done.\nAction: None"],
    ...["None", "null", "N/A", "-"].map((nothing) => [
      `no action with the input ${nothing}`,
      `Action: None\nAction Input: ${nothing}`,
    ]),
    ["an empty answer", "Final Answer:"],
    [
      "the prompt's example",
      '{"action": "$TOOL_NAME", "action_input": "$INPUT"}',
    ],
    ["another role's turn", "<|user|>\nUse a tool: search"],
    [
      "an unknown variable",
      '{"action": "calculator", "action_input": price * 2}',
    ],
    ["a text cut off", '{"action": "search", "action_input": "mo'],
    ["a number cut off", '{"action": "search", "action_input": 12'],
    [
      "an object cut off after a comma",
      '{"action": "search", "action_input": {"query": "moss",',
    ],
    ["an object cut off before its input", '{"action": "search"'],
    ["a text input cut off", 'Action: search\nAction Input: {"query": "mo'],
    ["a code block cut off", "Action: search\nAction Input: ```sql\nSELECT"],
  ])("does not read %s", (_, text) => {
    expect(read(text)).toBe("?");
  });

  it.each([
    [
      "an action before an invented observation",
      "Action: search\nAction Input: moss\nObservation: green\nFinal Answer: green",
      "search(moss)",
    ],
    [
      "an action before an answer",
      `${blob("search", "moss")}\n${blob("Final Answer", "green")}`,
      "search(moss)",
    ],
    [
      "the first of two actions",
      `[${blob("search", "moss")}, ${blob("search", "fern")}]`,
      "search(moss)",
    ],
    [
      "the complete one before one cut off",
      `[${blob("search", "moss")}, {"action": "sea`,
      "search(moss)",
    ],
    [
      "an answer before the next question",
      "Final Answer: green\n\nQuestion: And fern?\nThought: Look.\nAction: search\nAction Input: fern",
      "green",
    ],
    [
      "a line of an answer that begins like an action",
      "Final Answer: Do this.\nAction: water it.\nDone.",
      "Do this.\nAction: water it.\nDone.",
    ],
  ])("takes %s", (_, text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    [
      "in a thought's sentence",
      `Thought: Not ${blob("calculator", "1")} here.\nAction: search\nAction Input: moss`,
      "search(moss)",
    ],
    [
      "in reasoning",
      `<think>${blob("calculator", "1")}</think>${blob("search", "moss")}`,
      "search(moss)",
    ],
    [
      "in code",
      `Write this:\n${fence(`send(${blob("search", "moss")})`, "python")}\nThat is all.`,
      undefined,
    ],
    [
      "in a code block that shows one",
      `Write this:\n\`\`\`\`html\n<pre>\n${fence(blob("search", "moss"), "")}\n</pre>\n\`\`\`\`\nThat is all.`,
      undefined,
    ],
    [
      "in a sentence's quotes",
      `A call looks like \`${blob("search", "moss")}\` there.`,
      undefined,
    ],
    [
      "in the answer's text",
      blob("Final Answer", "Write Action: search"),
      "Write Action: search",
    ],
    [
      "in the input's code",
      `Action: search\nAction Input: as in\n${fence("Action: calculator\nAction Input: 1", "")}`,
      `search(as in\n${fence("Action: calculator\nAction Input: 1", "")})`,
    ],
  ])("is not misled by an example %s", (_, text, expected = text) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    [
      "further turns",
      "Green.<|im_end|>\n<|im_start|>user\nAnd fern?",
      "Green.",
    ],
    ["what follows the end of text", "Green.<|endoftext|>Unrelated", "Green."],
    [
      "tokens after an object",
      `${blob("search", "moss")}<|im_end|>`,
      "search(moss)",
    ],
    [
      "tokens around a role",
      "<|start_header_id|>assistant<|end_header_id|>\n\nGreen.<|eot_id|>",
      "Green.",
    ],
    [
      "reasoning that began in the prompt",
      "Hm, green.</think>Final Answer: Green.",
      "Green.",
    ],
    [
      "such reasoning with a draft",
      "Hm, they ask for\na colour. So:\nFinal Answer: red?\nNo.\n</think>\nFinal Answer: Green.",
      "Green.",
    ],
    [
      "a byte-order mark",
      `\uFEFF\u200B${blob("search", "moss")}`,
      "search(moss)",
    ],
    [
      "a fence around the turn",
      fence("Thought: Look.\nAction: search\nAction Input: moss", "text"),
      "search(moss)",
    ],
  ])("drops %s", (_, text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it("keeps tags and tokens that the text only mentions", () => {
    const text = "The tag <think> opens it, `<|im_end|>` ends the turn.";
    expect(read(text)).toBe(text);
  });

  it("keeps a closing tag inside an answer", () => {
    expect(read("Thought: Known.\nFinal Answer: Write </think> there.")).toBe(
      "Write </think> there.",
    );
    expect(read(fence(blob("Final Answer", "Write </think> there.")))).toBe(
      "Write </think> there.",
    );
  });

  it("reads the fields next to an action as its input if it has none", () => {
    expect(
      read('{"thought": "x", "action": "search", "query": "moss", "top": 3}'),
    ).toBe('search({"query":"moss","top":3})');
    expect(read('{"action": "search", "reason": "x"}')).toBe("search()");
  });

  it("reads labelled lines in reasoning when nothing else was written", () => {
    expect(read("<think>\nAction: search\nAction Input: moss\n</think>")).toBe(
      "search(moss)",
    );
    expect(read("<think>Hm.\nAction: search\nAction Input: moss")).toBe(
      "search(moss)",
    );
  });

  it("leaves a plain unknown name to the executor", () => {
    expect(read(blob("weather", "Oslo"))).toBe("weather(Oslo)");
  });

  it("returns thought and text without what came after the action", () => {
    const text = `Thought: Look.\nAction:\n${fence(blob("search", "moss"))}`;
    expect(readReply(`${text}\nObservation: green`, { tools })).toEqual({
      kind: "action",
      action: { tool: "search", input: "moss", thought: "Look.", text },
    });
  });

  it("writes a native call as JSON, so that no token goes back into the prompt", () => {
    const text = "Wait.<|tool_call_begin|>search<|tool_call_argument_begin|>{}";
    expect(readReply(text, { tools })).toEqual({
      kind: "action",
      action: {
        tool: "search",
        input: {},
        thought: "Wait.",
        text: 'Wait.\n{"action":"search","action_input":{}}',
      },
    });
  });

  it("returns the reason and the verbatim text", () => {
    const text = '<think>Hm.</think>{"action": "search", "action_input": "mo';
    expect(readReply(text, { tools })).toEqual({
      kind: "unreadable",
      text,
      reason: "The JSON object was cut off.",
    });
  });
});
