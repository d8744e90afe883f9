import type { Agent } from "../agent/executor.ts";
import type { AccessRules } from "../types/access.ts";
import type { Team } from "../types/asking.ts";
import type { Budget } from "../types/budget.ts";
import type { CallbackQueue } from "../types/callback-queue.ts";
import type { Channel } from "../types/channel.ts";
import type { Identity } from "../types/identity.ts";
import type { Approvers } from "../types/pause.ts";
import type { Turn } from "../types/turn.ts";
import type { AgentObserver } from "./answer/observe-agent.ts";
import type { Media } from "./input/read-attachment.ts";
import type { Links } from "./linked/links.ts";
import type { Memory } from "./memory.ts";
import type { Privacy } from "./texts/privacy.ts";
import type { Texts } from "./texts/texts.ts";
import type { ProgressEvent } from "./turn-events.ts";

/** The agent and the rules around it. */
export interface Bot {
  readonly agent: Agent;
  /**
   * Returns the agent with the tools of remote servers that are reachable now,
   * in addition to its own. Left out if there are no remote servers. Throws
   * only the signal's reason.
   */
  readonly findAgent?: (options: { signal: AbortSignal }) => Promise<Agent>;
  readonly access: AccessRules;
  /** Left out: nothing is counted or limited. */
  readonly budget?: Budget;
  /** Left out: chats cannot be linked. */
  readonly links?: Links;
  /**
   * `author`: messages of one author that have piled up are answered together.
   */
  readonly merge: "author" | "off";
  /** How long a message that cannot be answered is tried again. */
  readonly retryMs: number;
  /**
   * How long after a person of the team has last written the bot leaves a
   * conversation to them; 0: until they hand it back.
   */
  readonly handoverSilenceMs: number;
  /** Missing: nobody can take conversations over. */
  readonly team?: Team;
  /** Of the users, as an IANA name. */
  readonly timeZone: string;
  readonly media: Media;
  readonly trust: Trust;
  readonly identity: Identity;
  readonly privacy: Privacy;
  /** A demo, and says so at the start of each conversation. */
  readonly isDemo: boolean;
  /**
   * Set by `npm run dev`: the user is the owner and sees why the model failed
   * and how to fix it.
   */
  readonly isDevelopment: boolean;
  /** Watches a turn's agent; only in development. */
  readonly observe?: (turn: Turn) => AgentObserver;
  /**
   * Upper limit for the reply of one model call, in tokens. A budget reserves
   * that much.
   */
  readonly maxReplyTokens: number;
  /**
   * Window size above which the window is cut, in tokens. The summary is not
   * included.
   */
  readonly maxHistoryTokens: number;
  /**
   * Messages that leave the window are folded into a summary by the model
   * (`summary`), or dropped from its sight (`window`).
   */
  readonly memoryStrategy: "summary" | "window";
}

/** What the operator trusts. */
interface Trust {
  /**
   * Hosts that answers may link to with any address; `*.example.org` matches
   * all subdomains of example.org.
   */
  readonly linkHosts: readonly string[];
  /**
   * Tools that run without approval; `shop__*` matches all tools of a server.
   */
  readonly unaskedTools: readonly string[];
  /** Who may approve what other tools would change. */
  readonly approvers: Approvers;
}

/** A running turn and its dependencies. */
export interface TurnWork {
  readonly turn: Turn;
  /** Counts from 1. */
  readonly attempt: number;
  readonly bot: Bot;
  readonly memory: Memory;
  readonly channel: Channel;
  readonly callbacks: Pick<CallbackQueue, "enqueue">;
  /** Parley's own texts in the language of the message's author. */
  readonly texts: Texts;
  readonly publish: (event: ProgressEvent) => void;
  /** Ends the turn with the part of the answer written so far. */
  readonly stop: AbortSignal;
  readonly signal: AbortSignal;
}
