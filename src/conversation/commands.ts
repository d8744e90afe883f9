import type { Budget } from "../budget.ts";
import type { Command, IncomingMessage } from "../message.ts";
import type { Memory } from "./memory.ts";
import type { Turn } from "../turn.ts";
import { type AccessRules, isAllowed } from "./access.ts";
import { COMMANDS, type CommandName } from "./commands/command-list.ts";
import type { CommandReply } from "./commands/command-reply.ts";
import { explainAnswer } from "./commands/explain-answer.ts";
import { manageMemory } from "./commands/manage-memory.ts";
import { tellIdentity } from "./commands/tell-identity.ts";
import { personOf } from "./person-of.ts";
import type { Texts } from "./texts.ts";

/**
 * Whether the message stops the turn that runs. That is done when it is delivered, so that it does not wait for what it
 * is to stop.
 */
export function isStop(message: IncomingMessage, access: AccessRules): boolean {
  return message.command?.name === "stop" && isAllowed(message, access);
}

/** Whether people who may not use the bot are answered all the same: it tells what its owner needs to let them in. */
export function isForStrangers({ command }: IncomingMessage): boolean {
  return command?.name === ("whoami" satisfies CommandName);
}

/** What a command may need. */
interface CommandWork {
  readonly command: Command;
  /** The turn that the command came with; `/new` forgets what was before it. */
  readonly turn: Turn;
  readonly memory: Memory;
  readonly texts: Texts;
  readonly access: AccessRules;
  readonly budget: Budget | undefined;
  readonly isDemo: boolean;
  /** Names of those that the agent has. */
  readonly tools: readonly string[];
}

/** Carries out a command. */
export async function runCommand(work: CommandWork): Promise<CommandReply> {
  const { command, texts } = work;
  const known = COMMANDS.find(({ name }) => name === command.name);
  if (known === undefined)
    return { reply: texts.unknownCommand({ name: command.name }) };
  const reply = await ACTIONS[known.name](work);
  return typeof reply === "string" ? { reply } : reply;
}

type Action = (work: CommandWork) => Promise<CommandReply | string>;

const ACTIONS: Readonly<Record<CommandName, Action>> = {
  start: async ({ texts, isDemo, tools }) => texts.start({ isDemo, tools }),

  help: async ({ texts, isDemo, turn }) => {
    const help = texts.help({ isDemo });
    const { isGroup } = turn.message;
    return isGroup === true ? `${help}\n\n${texts.groupHelp}` : help;
  },

  new: async ({ memory, turn, texts }) =>
    texts.forgotten(await memory.forget({ before: turn.id })),

  stop: async ({ turn, memory, texts }) =>
    (await hasStopped(turn, memory)) ? NOTHING_TO_SAY : texts.nothingToStop,

  retry: async ({ turn, memory, texts }) => {
    const failed = await memory.reopenLastFailed(turn.id);
    return failed === undefined ? texts.nothingToRetry : NOTHING_TO_SAY;
  },

  usage: tellUsage,

  memory: ({ command: { argument }, turn, memory, texts }) =>
    manageMemory({ argument, turn, memory, texts }),

  why: explainAnswer,

  whoami: async ({ turn: { message }, access, texts }) =>
    tellIdentity(message, { access, texts }),
};

/** Another turn's reply is the answer to the command. */
const NOTHING_TO_SAY = "";

/** The turn that it found may have come to its end all the same, just before. */
async function hasStopped({ target }: Turn, memory: Memory): Promise<boolean> {
  const found =
    target === undefined ? undefined : await memory.findTurn(target);
  return found?.isStopped === true;
}

async function tellUsage({
  budget,
  turn: { message },
  texts,
}: CommandWork): Promise<string> {
  if (budget === undefined) return texts.noLimits;
  const usage = await budget.usageOf(await personOf(message));
  return texts.usage({ ...usage, limits: budget.limits });
}
