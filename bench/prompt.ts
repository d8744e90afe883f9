import { AGENT_STYLE_NAMES } from "../src/agent/styles/agent-style.ts";
import { countTokens } from "./prompt/count-tokens.ts";
import { recordPrompts } from "./prompt/record-prompts.ts";

/**
 * Measured once with the same conversation and tokenizer, also in 30 requests.
 */
const PEERS = [
  {
    agent: "LangChain JS, conversational agent",
    requests: 30,
    "prompt tokens": 29_577,
    "not cacheable": 8_791,
  },
  {
    agent: "AI SDK, tool loop",
    requests: 30,
    "prompt tokens": 16_588,
    "not cacheable": 1_289,
  },
];

/**
 * Counts the tokens in the prompts of a fixed conversation, and those that no
 * provider can read from its prompt cache because no earlier request has the
 * same prefix.
 */
const rows = [];
for (const style of AGENT_STYLE_NAMES) {
  const prompts = await recordPrompts(style);
  const { total, fresh, last } = countTokens(prompts);
  rows.push({
    agent: `Parley, ${style}`,
    requests: prompts.length,
    "prompt tokens": total,
    "not cacheable": fresh,
    "of the last prompt": last,
  });
}
console.table([...rows, ...PEERS]);
