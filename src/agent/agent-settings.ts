import { oneOf, text } from "../settings/fields.ts";
import { number, setting, type ValuesOf } from "../settings/setting.ts";
import type { ConfigurationProblem } from "../types/errors.ts";
import { parsePromptTemplate, type PromptTemplate } from "./prompt-template.ts";
import { AGENT_STYLE_NAMES } from "./styles/agent-style.ts";

export const AGENT_SETTINGS = {
  AGENT_STYLE: setting(() => oneOf(AGENT_STYLE_NAMES), "conversational-react"),
  AGENT_INSTRUCTIONS: setting(text),
  AGENT_PROMPT_TEMPLATE: setting(text),
  AGENT_MAX_STEPS: number(8, { min: 1, max: 50 }),
  AGENT_MAX_TOKENS: number(100_000, { min: 1_000, max: 10_000_000 }),
  AGENT_MAX_REPLY_TOKENS: number(8_000, { min: 256, max: 1_000_000 }),
  // A row of a Durable Object holds 2 MB, and a reply formatted for Telegram
  // takes up to eight bytes per character.
  AGENT_MAX_REPLY_CHARS: number(100_000, { min: 1_000, max: 100_000 }),
  AGENT_TIMEOUT_SECONDS: number(120, { min: 1, max: 600 }),
  TOOL_TIMEOUT_SECONDS: number(20, { min: 1, max: 300 }),
};

type AgentValues = ValuesOf<typeof AGENT_SETTINGS>;

/** @param name the bot's */
export function toAgentConfig(
  values: AgentValues,
  {
    name,
    promptTemplate,
  }: { name: string; promptTemplate: PromptTemplate | undefined },
) {
  return {
    style: values.AGENT_STYLE,
    instructions:
      values.AGENT_INSTRUCTIONS ??
      `You are ${name}, a helpful assistant. Be friendly, precise and brief.`,
    promptTemplate,
    maxSteps: values.AGENT_MAX_STEPS,
    maxTokens: values.AGENT_MAX_TOKENS,
    maxReplyTokens: values.AGENT_MAX_REPLY_TOKENS,
    maxReplyLength: values.AGENT_MAX_REPLY_CHARS,
    timeoutMs: values.AGENT_TIMEOUT_SECONDS * 1000,
    toolTimeoutMs: values.TOOL_TIMEOUT_SECONDS * 1000,
  };
}

/** Parses the deployment's own prompt template, if it has one. */
export function readPromptTemplate({
  AGENT_PROMPT_TEMPLATE: source,
  AGENT_STYLE,
  AGENT_INSTRUCTIONS,
}: Partial<AgentValues>): {
  template: PromptTemplate | undefined;
  problems: readonly ConfigurationProblem[];
} {
  if (source === undefined) return { template: undefined, problems: [] };
  const callsNatively = AGENT_STYLE === "tool-calling";
  const template = parsePromptTemplate(source, { callsNatively });
  if (template.kind === "wrong")
    return { template: undefined, problems: template.problems.map(toProblem) };
  const ignoresInstructions =
    AGENT_INSTRUCTIONS !== undefined && !template.slots.has("instructions");
  const problems = ignoresInstructions
    ? [
        toProblem(
          "has no {instructions}, so AGENT_INSTRUCTIONS would be ignored; add the placeholder or unset AGENT_INSTRUCTIONS",
        ),
      ]
    : [];
  return { template, problems };
}

function toProblem(problem: string): ConfigurationProblem {
  return { variable: "AGENT_PROMPT_TEMPLATE", problem };
}
