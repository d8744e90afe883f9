/** What `AGENT_STYLE` may be. */
export const AGENT_STYLE_NAMES = [
  "conversational-react",
  "chat-zero-shot-react",
  "zero-shot-react",
  "tool-calling",
] as const;

export type AgentStyleName = (typeof AGENT_STYLE_NAMES)[number];
