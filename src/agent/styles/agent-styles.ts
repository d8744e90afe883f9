import type { AgentStyle } from "./agent-style.ts";
import type { AgentStyleName } from "./agent-style-names.ts";
import { chatZeroShotReact } from "./chat-zero-shot-react.ts";
import { conversationalReact } from "./conversational-react.ts";
import { toolCalling } from "./tool-calling.ts";
import { zeroShotReact } from "./zero-shot-react.ts";

export const AGENT_STYLES: Readonly<Record<AgentStyleName, AgentStyle>> = {
  "conversational-react": conversationalReact,
  "chat-zero-shot-react": chatZeroShotReact,
  "zero-shot-react": zeroShotReact,
  "tool-calling": toolCalling,
};
