import type { AgentStyle, AgentStyleName } from "./agent-style.ts";
import {
  chatZeroShotReact,
  conversationalReact,
  zeroShotReact,
} from "./text-styles.ts";
import { toolCalling } from "./tool-calling.ts";

export const AGENT_STYLES: Readonly<Record<AgentStyleName, AgentStyle>> = {
  "conversational-react": conversationalReact,
  "chat-zero-shot-react": chatZeroShotReact,
  "zero-shot-react": zeroShotReact,
  "tool-calling": toolCalling,
};
