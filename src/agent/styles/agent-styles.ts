import type { AgentStyleName, AgentStyle } from "./agent-style.ts";
import { conversationalReact } from "./conversational-react.ts";
import { chatZeroShotReact, zeroShotReact } from "./labelled-styles.ts";
import { toolCalling } from "./tool-calling.ts";

export const AGENT_STYLES: Readonly<Record<AgentStyleName, AgentStyle>> = {
  "conversational-react": conversationalReact,
  "chat-zero-shot-react": chatZeroShotReact,
  "zero-shot-react": zeroShotReact,
  "tool-calling": toolCalling,
};
