import { countOf, escapeMarkdown, withCommas } from "../../text/text.ts";
import type { BudgetLimits, PersonUsage } from "../../types/budget.ts";
import type { BudgetError, ModelError } from "../../types/errors.ts";
import type { Identity } from "../../types/identity.ts";
import type { AnswerCut, StepCost } from "../../types/turn.ts";
import type { AttachmentProblem } from "../input/attachment-reading.ts";
import type { WaitingCause } from "../turn-events.ts";
import { englishAbilities as abilities } from "./abilities.ts";
import { APPROVAL_TEXTS, PAUSE_TEXTS } from "./approval.ts";
import { LINK_TEXTS } from "./link.ts";
import {
  GO_ON,
  MODEL_FAILURES,
  MODEL_NOTICES,
  NO_ANSWERS,
  WAITING_CAUSES,
} from "./model-failures.ts";
import { PERSON_TEXTS } from "./person.ts";
import { describePrivacy, type Privacy } from "./privacy.ts";
import { REMINDER_TEXTS } from "./reminders.ts";
import { SIGN_IN_TEXTS } from "./sign-in.ts";
import { UNREADABLE_ATTACHMENTS } from "./unreadable.ts";
import {
  countsTokens,
  describeCost,
  describeWait,
  listCommands,
  writeStart,
} from "./wording.ts";

/** Labels of built-in tools; remote tools have none. */
const TOOL_LABELS: Readonly<Record<string, string>> = {
  search: "Searching",
  read_page: "Reading",
  calculator: "Calculating",
  library: "Searching the library",
};

interface HelpOptions {
  readonly isDemo: boolean;
  readonly tools: readonly string[];
  /** The prefix of commands. */
  readonly mark: string;
}

/**
 * Parley's own texts for users, as Markdown unless noted. The agent's answers
 * are the model's.
 */
export const english = {
  // ── Commands
  start: ({
    identity: { name, greeting, examples },
    isDemo,
    tools,
    mark,
  }: HelpOptions & { identity: Identity }) =>
    writeStart({
      greeting:
        greeting === undefined
          ? `Hello, I am ${escapeMarkdown(name)}. Ask me anything: I remember our conversation${abilities.clause(tools)}.`
          : escapeMarkdown(greeting),
      examples: { label: "For example:", examples },
      notes: [
        ...(isDemo ? [abilities.demoNote(tools)] : []),
        `${mark}help lists my commands.`,
      ],
    }),
  help: ({ isDemo, tools, mark }: HelpOptions) =>
    `Send me a message and I will answer; I remember our conversation.\n\n${listCommands({ mark, headings: HEADINGS, language: "english" })}${isDemo ? `\n\n${abilities.demoNote(tools)}` : ""}`,
  /** Follows the help in a group. */
  groupHelp:
    "In this group I answer when you mention me, reply to me, or send me a command (followed by my name, if there are other bots). Unless my owner has let me read everything that is written here (on Telegram: by turning off privacy mode with @BotFather), I see only those messages. Everyone who talks to me here shares one memory; each topic or thread has its own.",
  unknownCommand: ({ name, mark }: { name: string; mark: string }) =>
    `I do not know the command /${name}. ${mark}help lists the commands I know.`,
  forgotten: ({ messages }: { messages: number }): string =>
    messages === 0
      ? "There was nothing to forget. What can I do for you?"
      : "I have forgotten our conversation. What can I do for you?",
  nothingToStop: "I am not answering anything right now.",
  nothingToRetry: "There is no failed message here to retry.",
  noLimits: "There are no limits here: use me as much as you like.",
  /** Omits what has no limit, since it is not counted. */
  usage: ({
    tokens,
    messages,
    waitMs,
    limits,
  }: PersonUsage & { limits: BudgetLimits }) => {
    const { userDailyTokens, messagesPerMinute } = limits;
    const lines = [
      ...(countsTokens(limits)
        ? [
            `- tokens: ${withCommas(tokens)}${userDailyTokens > 0 ? ` of ${withCommas(userDailyTokens)}` : ""} (your messages, my answers, and what I read for them)`,
          ]
        : []),
      ...(messagesPerMinute > 0
        ? [
            `- messages: ${withCommas(messages)} (limit: ${messagesPerMinute} per minute)`,
          ]
        : []),
    ];
    return `Your usage today:\n\n${lines.join("\n")}\n\nResets ${describeWait(waitMs, "en")}.`;
  },
  privacy: (of: Privacy, mark: string) => describePrivacy(of, "en", mark),
  /** `name` is Markdown. `chat`: the id of the current chat. */
  whoami: ({
    name,
    id,
    chat,
    isGroup,
    language,
    isAllowed,
  }: {
    name: string;
    id: string;
    chat: string;
    isGroup: boolean;
    language: string | undefined;
    isAllowed: boolean;
  }) =>
    [
      `${name === "" ? "I do not know your name." : `You are ${name}.`} ${isAllowed ? "You may use me." : "You may not use me. To get access, send my owner one of these ids."}`,
      "",
      `- your id: \`${id}\``,
      `- the id of this ${isGroup ? "group" : "chat"}: \`${chat}\``,
      `- your app's language: ${language ?? "unknown"}`,
    ].join("\n"),

  /**
   * `seen`: number of messages in the window. `since`: day of the first
   * message. `hasNotes`: those on messages before the window follow.
   */
  memory: ({
    messages,
    seen,
    since,
    hasNotes,
  }: {
    messages: number;
    seen: number;
    since: string;
    hasNotes: boolean;
  }) => {
    const all = `I keep ${countOf(messages, "message")} of our conversation, since ${since}.`;
    if (seen >= messages) return `${all} I see all of them when I answer.`;
    return `${all} When I answer I see ${seen === 0 ? "none of them" : `the last ${seen}`}${hasNotes ? ", and these notes on those before:" : "."}`;
  },
  notes: {
    help: (mark: string) =>
      `\`${mark}memory change 1 …\` corrects a note, \`${mark}memory forget 1\` deletes it. What we said stays in our conversation.`,
    changed: "I have corrected the note.",
    forgotten: "I have deleted the note.",
    outdated:
      "**Nothing was changed**, since I have not shown you my notes as they are now. Please look again:",
    unknown: "**There is no note with this number.**",
    "too-long": "**Nothing was changed:** my notes would become too long.",
  },
  nothingRemembered: "I have no messages from our conversation.",
  /** Above the buttons `confirm` and `keep`. */
  reallyForget: "**Forget everything? This cannot be undone.**",
  /** Plain text. */
  buttons: {
    export: "Export",
    forget: "Forget",
    confirm: "Yes, forget it",
    keep: "No, keep it",
    older: "Older messages",
  },
  noFiles:
    "I cannot send files in this chat. My owner can export our conversation over the HTTP API.",
  /** Below the file. */
  exported: ({
    messages,
    hasOlder,
  }: {
    messages: number;
    hasOlder: boolean;
  }) =>
    hasOlder
      ? `${countOf(messages, "message")} of our conversation. Older ones did not fit into the file; use the button to get them.`
      : `${countOf(messages, "message")} of our conversation.`,

  personIsHere: (mark: string | undefined): string =>
    `*A person of the team is here now and answers in my place.${mark === undefined ? "" : ` To talk to me again, send ${mark}bot.`}*`,
  botIsBack: "I am answering again. What can I do for you?",
  botIsHere: "I am the one who answers here: nobody has taken over.",

  noAnswerYet: "There is no answer yet whose steps I could show.",
  noSteps:
    "My last answer took no steps: I wrote it without tools, from what I know and from our conversation.",
  /** Above the steps; `shown` of them follow. */
  steps: ({ count, shown }: { count: number; shown: number }) =>
    `My last answer took ${countOf(count, "step")}${shown < count ? `; the first ${shown} were` : ""}:`,
  noObservation: "(not finished)",
  cost: (cost: StepCost) => describeCost(cost, "en"),

  link: LINK_TEXTS.en,
  reminders: REMINDER_TEXTS.en,
  person: PERSON_TEXTS.en,

  // ── Notices
  unreadable: (problem: AttachmentProblem) =>
    UNREADABLE_ATTACHMENTS.en[problem],
  unreadMessage:
    "I could not read this message. Please send it another way, for example as plain text.",
  /** `id`: the person's, or the group's. */
  notAllowed: ({ id, isGroup }: { id: string; isGroup: boolean }) =>
    `This bot is private. To get access, ${isGroup ? "send its owner this group's id" : "send its owner your id"}: \`${id}\`.`,
  /**
   * Too little of the day's budget is left for an answer. `busy`: the rest is
   * reserved for answers in progress.
   */
  budgetSpent: ({
    kind,
    scope,
    waitMs,
  }: Pick<BudgetError, "kind" | "scope" | "waitMs">) => {
    if (kind === "busy")
      return "I am answering as many messages as today's budget allows at the same time. Please ask me again in a few minutes.";
    const budget = {
      person: "Your budget for today",
      site: "Today's budget for this site",
      channel: "Today's budget for this channel",
      everybody: "Today's shared budget",
    }[scope];
    return `${budget} is too low for an answer. It resets ${describeWait(waitMs, "en")}: please ask me again then.`;
  },
  /** Sent once a minute; further messages in that minute get no reply. */
  tooManyMessages: ({ limit, waitMs }: { limit: number; waitMs: number }) =>
    `That was too fast: the limit is ${countOf(limit, "message")} per minute for each person. I will not answer this message, or any others within this minute. Please send them again ${describeWait(waitMs, "en")}.`,
  tooManyWaiting: ({ limit }: { limit: number }) =>
    `${limit} messages are already waiting for my answer, so I did not accept any more. Please resend the later ones once I have caught up.`,
  /** The line until a message that is tried again is answered. */
  waiting: (options: {
    cause: WaitingCause;
    /** e.g. `12:34` */
    until: string;
    /** The prefix of commands, if there are any. */
    mark?: string;
  }): string =>
    `${WAITING_CAUSES.en[options.cause]} I keep trying until ${options.until}.${options.mark === undefined ? "" : ` ${options.mark}stop ends it.`}`,
  stillWaiting: "Still waiting for the model…",
  modelNotice: (kind: ModelError["kind"]) => MODEL_NOTICES.en[kind],
  /** For the owner, in development. `said`: the provider's message. */
  modelFailed: ({ kind, said }: { kind: ModelError["kind"]; said: string }) =>
    [
      MODEL_FAILURES.en[kind],
      ...(said === "" ? [] : [`It said: \`${said}\``]),
    ].join("\n\n"),
  noAnswer: (failure: keyof typeof NO_ANSWERS.en): string =>
    NO_ANSWERS.en[failure],
  failed:
    "Something went wrong on my side, and retrying did not help. I cannot answer this message.",

  // ── Around answers
  stopped: "*(Stopped.)*",
  stoppedEarly: "Stopped before I had written anything.",
  /** Follows an answer whose rest was dropped. */
  answerCut: (cut: AnswerCut): string =>
    cut === "filtered"
      ? "*(The provider of my language model stopped the answer here because of its content.)*"
      : "*(The answer was too long and was cut off here. Ask me to continue, or for a shorter answer.)*",
  goOn: GO_ON.en,
  /** Follows an answer, once: old messages are now summarised or dropped. */
  historyCut: ({
    isSummarised,
    mark,
  }: {
    isSummarised: boolean;
    mark: string | undefined;
  }) =>
    `*Our conversation has become long: ${isSummarised ? "I keep only a summary of its oldest messages" : "I no longer see its oldest messages"}.${mark === undefined ? "" : ` ${mark}new starts over.`}*`,
  /** A tool in progress, as one line of plain text. `input`: may be empty. */
  working: ({ tool, input }: { tool: string; input: string }) => {
    const label = TOOL_LABELS[tool];
    if (label === undefined) return `Using ${tool}…`;
    return input === "" ? `${label}…` : `${label}: ${input}`;
  },
  approval: APPROVAL_TEXTS.en,
  signIn: SIGN_IN_TEXTS.en,
  pause: PAUSE_TEXTS.en,
  /** Replaces a withheld address; not a link in any Markdown. */
  linkLeftOut: "[link left out]",
  sources: "Sources",
};

const HEADINGS = { answers: "Answers", memory: "Memory", about: "You and me" };
