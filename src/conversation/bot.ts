import type { Agent } from "../agent/executor.ts";
import type { Budget } from "../budget.ts";
import type { AccessRules, Channel } from "../channel.ts";
import type { Identity } from "../identity.ts";
import type { Turn } from "../turn.ts";
import type { Memory } from "./memory.ts";
import type { Media } from "./read-attachment.ts";
import type { Texts } from "./texts/texts.ts";
import type { ProgressEvent } from "./turn-events.ts";

/** What answers: the agent, and the rules around it. */
export interface Bot {
  readonly agent: Agent;
  /**
   * Left out where the agent above has all the tools there are. Otherwise the one with those of remote servers in addition to
   * its own, as they can be used now. Throws only the signal's reason.
   */
  readonly findAgent?: (options: { signal: AbortSignal }) => Promise<Agent>;
  readonly access: AccessRules;
  /** Left out: nothing is counted. */
  readonly budget?: Budget;
  /** `author`: messages of one person that have piled up are answered together. */
  readonly merge: "author" | "off";
  readonly media: Media;
  readonly trust: Trust;
  readonly identity: Identity;
  /** Says so at the start of each conversation. */
  readonly isDemo: boolean;
  /** `npm run dev`: the owner asks, and is told why the model failed and what to do. */
  readonly isDevelopment: boolean;
  /** The longest reply of one model call, in tokens, that is set aside for it where there is a budget. */
  readonly maxReplyTokens: number;
  /** How large the window may be until it is cut. A summary comes on top of it. */
  readonly maxHistoryTokens: number;
  /** What becomes of the messages that are cut: the model folds them into a summary, or they are no longer seen. */
  readonly memoryStrategy: "summary" | "window";
}

/** What an operator trusts. */
interface Trust {
  /** Hosts that answers may link to, whatever the address holds; `*.example.org` for all below example.org. */
  readonly linkHosts: readonly string[];
  /** Tools that run without asking the user; `shop__*` for all of a server. */
  readonly unaskedTools: readonly string[];
}

/** The bot with each of its agents changed. */
export function withAgents(bot: Bot, change: (agent: Agent) => Agent): Bot {
  const { agent, findAgent } = bot;
  return {
    ...bot,
    agent: change(agent),
    ...(findAgent !== undefined && {
      findAgent: async (options) => change(await findAgent(options)),
    }),
  };
}

/** A turn that is worked on, and what that takes. */
export interface TurnWork {
  readonly turn: Turn;
  /** Counts from 1. */
  readonly attempt: number;
  readonly bot: Bot;
  readonly memory: Memory;
  readonly channel: Channel;
  /** What Parley itself says to the message's author. */
  readonly texts: Texts;
  readonly publish: (event: ProgressEvent) => void;
  /** Ends the answer with what is written of it. */
  readonly stop: AbortSignal;
  readonly signal: AbortSignal;
}
