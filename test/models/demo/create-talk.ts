import { runAgent } from "../../../src/agent/executor.ts";
import type { AgentStyleName } from "../../../src/agent/styles/agent-style.ts";
import { AGENT_STYLES } from "../../../src/agent/styles/agent-styles.ts";
import { createDemoModel } from "../../../src/models/demo/demo-model.ts";
import { createCalculatorTool } from "../../../src/tools/calculator/calculator-tool.ts";
import { createSearchTool } from "../../../src/tools/search/search-tool.ts";
import type { PromptMessage } from "../../../src/types/model.ts";
import { createAgent } from "../../fakes/create-agent.ts";
import { createToolContext } from "../../fakes/create-tool-context.ts";
import {
  createScriptedSearchProvider,
  type SearchScript,
} from "../../fakes/scripted-search-provider.ts";
import { createScriptedTool } from "../../fakes/scripted-tool.ts";

export const ADA = {
  title: "Ada Lovelace",
  text: "Ada Lovelace was a mathematician. She wrote the first program. She died in 1852.",
  url: "https://example.org/wiki/Ada_Lovelace",
};
/** The demo model as an agent of a style, with Parley's tools. */
export function createTalk(style: AgentStyleName) {
  /** Sends the lines one by one, each as a turn. */
  return async function talk(
    lines: readonly string[],
    {
      found = [ADA],
      library,
      tools = ["calculator", "search"],
      maxSteps = 8,
    }: {
      found?: SearchScript;
      library?: string;
      tools?: readonly string[];
      maxSteps?: number;
    } = {},
  ) {
    const provider = createScriptedSearchProvider({ outcome: found });
    const all = [
      createCalculatorTool(),
      createSearchTool({ providers: [provider], providerTimeoutMs: 100 }),
    ];
    const agent = createAgent({
      model: createDemoModel(),
      style: AGENT_STYLES[style],
      tools: [
        ...all.filter(({ name }) => tools.includes(name)),
        ...(library === undefined
          ? []
          : [createScriptedTool("library", () => library)]),
      ],
      maxSteps,
    });
    const history: PromptMessage[] = [];
    const used: string[] = [];
    let reply = "";
    for (const input of lines) {
      const events = runAgent({
        agent,
        context: createToolContext(),
        history,
        input,
        now: "Friday, 2026-11-27 14:05 (Asia/Shanghai)",
        signal: new AbortController().signal,
      });
      for await (const event of events) {
        if (event.type === "step") used.push(event.step.action.tool);
        if (event.type === "finish") reply = event.output;
      }
      history.push(
        { role: "user", content: input },
        { role: "assistant", content: reply },
      );
    }
    return { reply, used };
  };
}
