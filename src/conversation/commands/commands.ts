import { escapeMarkdown, quoteText, shorten } from "../../text/text.ts";
import type { AccessRules } from "../../types/access.ts";
import type { RecordedMessage } from "../../types/archive.ts";
import type { Command, IncomingMessage } from "../../types/message.ts";
import type { SourceList, Step } from "../../types/turn.ts";
import { isAllowed, personOf, signerOf } from "../accept/access.ts";
import { askForPerson, writePromise } from "../answer/ask-for-person.ts";
import type { TurnWork } from "../bot.ts";
import type { Memory } from "../memory.ts";
import type { Texts } from "../texts/texts.ts";
import { COMMANDS, type CommandName } from "./command-list.ts";
import {
  commandMarkOf,
  type CommandReply,
  type CommandWork,
} from "./command-work.ts";
import { linkChats, unlinkChats } from "./link-command.ts";
import { manageMemory } from "./memory-command.ts";
import { manageReminders } from "./reminders-command.ts";

/**
 * Whether the message stops the running turn. Applied on delivery, since it
 * must not wait for that turn.
 */
export function isStop(message: IncomingMessage, access: AccessRules): boolean {
  return message.command?.name === "stop" && isAllowed(message, access);
}

/**
 * Whether the command is open to people who may not use the bot: it reports the
 * ids that the owner needs to let them in.
 */
export function isForStrangers({ command }: IncomingMessage): boolean {
  return command?.name === ("whoami" satisfies CommandName);
}

/** Runs a command. */
export async function runCommand(
  { name, argument }: Command,
  work: Omit<CommandWork, "argument" | "mark">,
): Promise<CommandReply> {
  const { texts, channel } = work;
  const mark = commandMarkOf(work);
  const known = COMMANDS.find((command) => command.name === name);
  if (known === undefined)
    return { reply: texts.unknownCommand({ name, mark }) };
  const done = await ACTIONS[known.name]({ ...work, argument, mark });
  if (typeof done === "string") return { reply: done };
  if (channel.capabilities.buttons || done.buttons === undefined) return done;
  // Lists the commands that the buttons would send.
  const { reply, buttons, ...extras } = done;
  const listed = buttons
    .flat()
    .map((button) => `- ${button.label}: \`${mark}${button.command}\``);
  return { ...extras, reply: `${reply}\n\n${listed.join("\n")}` };
}

type Action = (work: CommandWork) => Promise<CommandReply | string>;

const ACTIONS: Readonly<Record<CommandName, Action>> = {
  start: async ({ bot: { identity, isDemo, agent }, texts, mark }) =>
    texts.start({ identity, isDemo, tools: agent.tools.map(nameOf), mark }),

  help: async ({ bot: { isDemo, agent }, texts, mark, turn }) => {
    const help = texts.help({ isDemo, tools: agent.tools.map(nameOf), mark });
    return turn.message.isGroup ? `${help}\n\n${texts.groupHelp}` : help;
  },

  new: (work) => manageMemory({ ...work, argument: "forget" }),

  stop: async ({ turn: { target }, memory, texts }) => {
    const found = target === undefined ? target : await memory.findTurn(target);
    // The target may have ended just before.
    return found?.isStopped ? NOTHING_TO_SAY : texts.nothingToStop;
  },

  retry: async ({ turn, memory, texts }) => {
    const failed = await memory.reopenLastFailed(turn.id);
    return failed === undefined ? texts.nothingToRetry : NOTHING_TO_SAY;
  },

  bot: async ({ turn, memory, texts }) => {
    const returned = await memory.handBack({ askedAt: turn.acceptedAt });
    if (returned !== undefined) return texts.botIsBack;
    const hasOwner = (await memory.findOwner()) !== undefined;
    return hasOwner ? NOTHING_TO_SAY : texts.botIsHere;
  },

  human: requestPerson,

  usage: reportUsage,

  memory: manageMemory,

  reminders: manageReminders,

  signout: signOut,

  link: linkChats,

  unlink: unlinkChats,

  why: explainAnswer,

  whoami: reportIdentity,

  privacy: async ({ bot, texts, mark }) => texts.privacy(bot.privacy, mark),
};

function nameOf({ name }: { name: string }): string {
  return name;
}

/** Another turn's reply answers the command, or a person does. */
const NOTHING_TO_SAY = "";

async function requestPerson(work: CommandWork): Promise<CommandReply> {
  const { person } = work.texts;
  const asking = await askForPerson(work);
  if (asking.kind === "here") return { reply: person.isHere };
  if (asking.kind === "nobody") return { reply: person.nobodyThere };
  const { kind, asked } = asking;
  const promise = writePromise(asked, work);
  return kind === "known"
    ? { reply: `${person.known} ${promise}` }
    : { reply: promise, asked };
}

async function reportUsage({ bot, turn, texts }: CommandWork): Promise<string> {
  const { budget } = bot;
  if (budget === undefined) return texts.noLimits;
  const usage = await budget.usageOf(await personOf(turn.message));
  return texts.usage({ ...usage, limits: budget.limits });
}

async function signOut({ bot, turn, texts }: CommandWork): Promise<string> {
  const person = await signerOf(turn.message);
  if (person === undefined) return texts.signIn.notInGroups;
  const servers = (await bot.signIns?.serversOf(person)) ?? [];
  if (servers.length === 0) return texts.signIn.nowhere;
  const revoke = await bot.signIns?.forget({ person });
  await revoke?.();
  return texts.signIn.signedOut(servers);
}

/**
 * Reports a message's author as the bot sees them; also to people who may not
 * use it.
 */
async function reportIdentity({
  turn: { message },
  bot,
  texts,
}: CommandWork): Promise<string> {
  const { author, replyTo, isGroup = false } = message;
  const handle = author.username === undefined ? "" : `(@${author.username})`;
  const name = `${author.name ?? ""} ${handle}`.replace(/\s+/g, " ").trim();
  return texts.whoami({
    name: escapeMarkdown(name),
    id: author.id,
    chat: String(replyTo["chat"]),
    isGroup,
    language: author.language && escapeMarkdown(author.language),
    isAllowed: isAllowed(message, bot.access),
  });
}

/** So many usually fit into one message with their sources. */
const MAX_STEPS = 8;
const MAX_INPUT = 120;
const MAX_OBSERVATION = 300;

/**
 * Describes the steps of the conversation's last answer: tools, inputs,
 * observations, what they cost, sources.
 */
export async function explainAnswer({
  memory,
  texts,
}: Pick<TurnWork, "memory" | "texts">): Promise<CommandReply> {
  const last = await findLastAnswer(memory);
  const turn = last && (await memory.findTurn(last.turn));
  if (turn === undefined) return { reply: texts.noAnswerYet };
  const { steps } = turn;
  if (steps.length === 0) return { reply: texts.noSteps };
  const shown = steps.slice(0, MAX_STEPS);
  const head = texts.steps({ count: steps.length, shown: shown.length });
  const sources: SourceList = {
    label: texts.sources,
    sources: steps.flatMap((step) => step.sources ?? []),
  };
  const described = shown.map((step, index) =>
    describeStep(step, { number: index + 1, texts }),
  );
  return { reply: `${head}\n\n${described.join("\n>\n")}`, sources };
}

/** A person of the team, or a schedule, may have spoken since the last answer. */
const MAX_BETWEEN = 20;

/** What the bot said last in answer to somebody, if that is not long ago. */
async function findLastAnswer(
  memory: Pick<Memory, "readRecord">,
): Promise<RecordedMessage | undefined> {
  const record = await memory.readRecord({ newest: MAX_BETWEEN });
  return record?.messages.findLast(
    ({ role, origin }) => role === "assistant" && origin === undefined,
  );
}

/** A quote, which channels can collapse if it is long. */
function describeStep(
  { action, shown, ...step }: Step,
  { number, texts }: { number: number; texts: Texts },
): string {
  const { input: given, observation } = { ...action, ...step, ...shown };
  const input = shorten(toLine(given), MAX_INPUT);
  const found = shorten(observation ?? texts.noObservation, MAX_OBSERVATION);
  const title = escapeMarkdown(`${number}. ${action.tool}`);
  const cost = texts.cost(step);
  return [
    `> **${title}** ${escapeMarkdown(input)}`,
    quoteText(found),
    ...(cost === "" ? [] : [`> *${cost}*`]),
  ].join("\n");
}

/** Omits the field name of an input with one text field. */
function toLine(input: unknown): string {
  const isObject = typeof input === "object" && input !== null;
  const [only, ...more] = isObject ? Object.values(input) : [input];
  const text =
    typeof only === "string" && more.length === 0
      ? only
      : JSON.stringify(input);
  return text.replace(/\s+/g, " ");
}
