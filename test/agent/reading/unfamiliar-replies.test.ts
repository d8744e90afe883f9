import { describe, expect, it } from "vitest";
import { readReply } from "../../../src/agent/reading/read-reply.ts";

const tools = ["web_search", "calculator", "get_weather"];

const act = (tool: string, input: unknown) => ({ kind: "action", tool, input });
const answer = (output: string) => ({ kind: "answer", output });
const AGAIN = { kind: "again" };

function understand(reply: string): object {
  const reading = readReply(reply, { tools });
  if (reading.kind === "finish") return answer(reading.output);
  if (reading.kind === "unreadable") return AGAIN;
  const { tool, input } = reading.action;
  return tools.includes(tool) ? act(tool, input) : AGAIN;
}

type Case = readonly [string, object];

const OBJECTS: readonly Case[] = [
  [
    '```yaml\n{"action": "web_search", "action_input": "ferry times"}\n```',
    act("web_search", "ferry times"),
  ],
  [
    '```Action\n{"action": "get_weather", "action_input": {"city": "Graz"}}\n```',
    act("get_weather", { city: "Graz" }),
  ],
  [
    '```json5\n{action: "get_weather", action_input: {city: "Graz"}}\n```',
    act("get_weather", { city: "Graz" }),
  ],
  [
    '````markdown\n```json\n{"action": "calculator", "action_input": "6*7"}\n```\n````',
    act("calculator", "6*7"),
  ],
  [
    '```\njson\n{\n  "action": "calculator",\n  "action_input": "6*7"\n}\n```',
    act("calculator", "6*7"),
  ],
  [
    '```bash\n$ {"action": "calculator", "action_input": "6*7"}\n```',
    act("calculator", "6*7"),
  ],
  [
    'Thought: I need it.\nAction:\n```tool_call\n{"name": "calculator", "arguments": {"expression": "6*7"}}\n```',
    act("calculator", { expression: "6*7" }),
  ],
  [
    '```json\n// Search the web\n{\n  "action": "web_search", // the tool\n  "action_input": "ferry times" // what to look for\n}\n```',
    act("web_search", "ferry times"),
  ],
  [
    '{\n  # which tool\n  "action": "web_search",\n  # its input\n  "action_input": "ferry times"\n}',
    act("web_search", "ferry times"),
  ],
  [
    '{"action": "web_search", "action_input": "ferry times"} <-- this is the action',
    act("web_search", "ferry times"),
  ],
  [
    '{"action": "web_search", "action_input": "ferry times"}\n\nNote: I chose web_search because the timetable changes often.',
    act("web_search", "ferry times"),
  ],
  [
    '{"action": "web_search", "action_input": "see https://a.example/b // not a comment"}',
    act("web_search", "see https://a.example/b // not a comment"),
  ],
  [
    '｛"action"："calculator"，"action_input"："6*7"｝',
    act("calculator", "6*7"),
  ],
  [
    "{「action」: 「web_search」, 「action_input」: 「渡轮 时刻」}",
    act("web_search", "渡轮 时刻"),
  ],
  [
    '{"action":"get_weather"，"action_input":{"city"："Graz"}}',
    act("get_weather", { city: "Graz" }),
  ],
  [
    "{“action”: “web_search”, “action_input”: “ferry times”}",
    act("web_search", "ferry times"),
  ],
  [
    '{"action": "web_search(\\"ferry times\\")", "action_input": ""}',
    act("web_search", "ferry times"),
  ],
  [
    '{"action": "web_search(query=\'ferry times\')"}',
    act("web_search", { query: "ferry times" }),
  ],
  [
    '{"action": "calculator()", "action_input": "6*7"}',
    act("calculator", "6*7"),
  ],
  ['{"action": "calculator[6*7]"}', act("calculator", "6*7")],
  [
    '{"action": "tool: calculator", "action_input": "6*7"}',
    act("calculator", "6*7"),
  ],
  [
    '{"action": {"tool": "calculator", "tool_input": "6*7"}}',
    act("calculator", "6*7"),
  ],
  [
    '{"next_action": {"action": "calculator", "action_input": "6*7"}}',
    act("calculator", "6*7"),
  ],
  [
    '{"step": 1, "thought": "Count.", "action": "calculator", "action_input": "6*7"}',
    act("calculator", "6*7"),
  ],
  [
    '{"actions": [{"action": "calculator", "action_input": "6*7"}]}',
    act("calculator", "6*7"),
  ],
  [
    '{"action": "Final Answer", "action_input": "There are 42."} // done',
    answer("There are 42."),
  ],
  [
    '{"thought": "Known.", "final_answer": "There are 42."}',
    answer("There are 42."),
  ],
  [
    '{"action": "final_answer", "action_input": {"answer": "There are 42."}}',
    answer("There are 42."),
  ],
];

const LABELS: readonly Case[] = [
  [
    "**Thought 1:** It changes.\n**Action 1:** web_search\n**Action Input 1:** ferry times",
    act("web_search", "ferry times"),
  ],
  [
    "Thought #1 - It changes.\nAction #1 - web_search\nAction Input #1 - ferry times",
    act("web_search", "ferry times"),
  ],
  [
    "1️⃣ Thought: It changes.\n2️⃣ Action: web_search\n3️⃣ Action Input: ferry times",
    act("web_search", "ferry times"),
  ],
  [
    "<b>Action:</b> web_search\n<b>Action Input:</b> ferry times",
    act("web_search", "ferry times"),
  ],
  [
    "==Action:== web_search\n==Action Input:== ferry times",
    act("web_search", "ferry times"),
  ],
  ["| Action | web_search |\n| Action Input | ferry times |", AGAIN],
  [
    "a) Thought: It changes.\nb) Action: web_search\nc) Action Input: ferry times",
    act("web_search", "ferry times"),
  ],
  [
    "→ Action: web_search\n→ Action Input: ferry times",
    act("web_search", "ferry times"),
  ],
  [
    "### Action\nweb_search\n### Action Input\nferry times",
    act("web_search", "ferry times"),
  ],
  [
    "***Action***: `web_search`\n***Action Input***: `ferry times`",
    act("web_search", "ferry times"),
  ],
  [
    "(Thought) It changes.\n(Action) web_search\n(Action Input) ferry times",
    act("web_search", "ferry times"),
  ],
  [
    "Action = web_search\nAction Input = ferry times",
    act("web_search", "ferry times"),
  ],
  [
    "Next Action: web_search\nNext Action Input: ferry times",
    act("web_search", "ferry times"),
  ],
  ["行动：web_search\n行动输入：「渡轮 时刻」", act("web_search", "渡轮 时刻")],
  [
    "Действие: web_search\nВвод действия: расписание",
    act("web_search", "расписание"),
  ],
  ["Azione: web_search\nInput dell'azione: orari", act("web_search", "orari")],
  [
    'Action: web_search\nAction Input:\n```json\n{"query": "ferry times"}\n```',
    act("web_search", { query: "ferry times" }),
  ],
  [
    'Action: web_search\nAction Input: "ferry times',
    act("web_search", "ferry times"),
  ],
  [
    "Action: web_search\nAction Input: ```ferry times",
    act("web_search", "ferry times"),
  ],
  [
    'Action: web_search(query="ferry times")\nAction Input:',
    act("web_search", { query: "ferry times" }),
  ],
  [
    "Action: web_search\nAction Input: ferry times\nPAUSE",
    act("web_search", "ferry times"),
  ],
  [
    "Action: web_search\nAction Input: ferry times\n\nObservation: (waiting)",
    act("web_search", "ferry times"),
  ],
  [
    "Thought: Known.\n\n**Final Answer**\n\nThere are 42.",
    answer("There are 42."),
  ],
  ["Thought: Known.\nFinal answer is: There are 42.", answer("There are 42.")],
  ["Thought: Known.\n=> Final Answer: There are 42.", answer("There are 42.")],
];

const NO_DECISION: readonly Case[] = [
  ['```json\n{"action": ""}\n```', AGAIN],
  ['{"action": "Action", "action_input": "Action Input"}', AGAIN],
  ['{"action": "web_search", "action_input": {"query": }', AGAIN],
  ['{"action": , "action_input": "ferry times"}', AGAIN],
  ["Action: [\nAction Input: ]", AGAIN],
  ["Action: -\nAction Input: -", AGAIN],
  ["Thought: I need to search.\nAction:", AGAIN],
  ["action web_search input ferry times", AGAIN],
  ['{"thought": "I should search the web"}', AGAIN],
  ["Let me see what the web says about that...", AGAIN],
  ["I'd need to look up the timetable first.", AGAIN],
  ["Okay! One sec while I search for that.", AGAIN],
  ["Let's see. I think I should use the calculator for this.", AGAIN],
  ["请稍等，我正在为您查询。", AGAIN],
  ["I'm searching the web for ferry times now.", AGAIN],
  ["```json\n{\n```", AGAIN],
  ['"action_input": "ferry times"}', AGAIN],
  ["web_search", AGAIN],
];

const CODE =
  'Use a dict:\n\n```python\nstep = {"action": "web_search", "action_input": "tram"}\nprint(step["action"])\n```';
const ACTIONS = "Minutes:\n\nAction: Anna sends it.\nAction: Ben reads it.";

const ANSWERS: readonly Case[] = [
  [
    '{"thought": "Known.", "action": null, "action_input": null, "final_answer": "Four."}',
    answer("Four."),
  ],
  [
    '{"action": "", "action_input": {}, "final_answer": "Four."}',
    answer("Four."),
  ],
  ['Thought: Known.\nAction: finish(answer="Four.")', answer("Four.")],
  ["analysisThey want the number.assistantfinalFour.", answer("Four.")],
  ["<seed:think>Three?</seed:think>Four.", answer("Four.")],
  ["<|START_THINKING|>Three?<|END_THINKING|>Four.", answer("Four.")],
  [CODE, answer(CODE)],
  [ACTIONS, answer(ACTIONS)],
];

const POLICY =
  'Use this:\n```json\n{"Effect": "Allow", "Action": "s3:GetObject"}\n```\nDone.';
const MINUTES = "Minutes:\n1. Action: call Bob\n2. Observation: it rained";

/** Introduced by a label as the answer. */
const ANNOUNCED: readonly Case[] = [POLICY, MINUTES].flatMap((text): Case[] => [
  [`Final Answer: ${text}`, answer(text)],
  [
    JSON.stringify({ action: "Final Answer", action_input: text }),
    answer(text),
  ],
]);

describe.each([
  ["an answer with words of the formats in it", ANNOUNCED],
  ["an object", OBJECTS],
  ["labels", LABELS],
  ["an answer", ANSWERS],
  ["no decision", NO_DECISION],
])(
  "readReply, with %s as models write it that nobody has tried",
  (_, cases) => {
    it.each(cases)("understands %j", (reply, expected) => {
      expect(understand(reply)).toEqual(expected);
    });
  },
);
