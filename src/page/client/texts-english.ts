import { countOf } from "../../text/text.ts";
import type { PageBot } from "../../types/page.ts";
import type { Step } from "./turn-events.ts";

/**
 * Texts of problems by slug, if the page has its own in a language. The
 * server's are English.
 */
type ProblemTexts = Readonly<
  Record<string, { readonly title: string; readonly detail?: string }>
>;

const problems: ProblemTexts = {
  "challenge-blocked": {
    title: "The check of new visitors could not be shown",
    detail:
      "Your network or an extension of your browser may block it. Allow it for this page, and try again.",
  },
};

export const english = {
  skipToComposer: "Skip to the message box",
  newConversation: "New conversation",
  /** The label of the language switch, in the other language. */
  otherLanguage: "中文",
  demoModelLocal:
    "You are talking to the demo model, which only follows a few fixed rules. For a real one, set OPENAI_API_KEY in .dev.vars and restart npm run dev.",
  demoModelDeployed:
    "You are talking to the demo model, which only follows a few fixed rules. For a real one, run: npx wrangler secret put OPENAI_API_KEY",

  conversation: "Conversation",
  you: "You",
  speakers: {
    operator: "The team",
    schedule: "Reminder",
    unattended: "The team",
  },
  welcomeTitle: "What would you like to know?",
  welcomeText: ({ name, tools }: PageBot) => {
    const abilities = [
      ...(tools.includes("search") ? ["looks things up"] : []),
      ...(tools.includes("library") ? ["reads our documents"] : []),
      ...(tools.includes("calculator") ? ["calculates"] : []),
      "remembers what you tell it here",
    ];
    const list = new Intl.ListFormat("en").format(abilities);
    return `${name} ${list}. Ask anything, or start with one of these.`;
  },
  examples: {
    calculator: "What is 12.5% of 80.16 * 3?",
    search: "Who was Ada Lovelace?",
    name: "I am Lai Lai",
  },
  toLatest: "Jump to the latest message",

  composerLabel: "Your message",
  composerHint: "Write a message…",
  send: "Send",
  stop: "Stop the answer",
  tooLong: (length: string, limit: string) =>
    `This message has ${length} characters; the limit is ${limit}. Please shorten it.`,
  attach: "Attach files",
  record: "Record a voice message",
  stopRecording: "End the recording",
  attachments: "Attached files",
  removeFile: (name: string) => `Remove ${name}`,
  removeKeptFiles: "Remove the earlier files",
  fileProblems: {
    noImages: (name: string) => `${name}: this model cannot see images.`,
    noSound: (name: string) =>
      `${name}: this model cannot listen to recordings.`,
    noText: (name: string) =>
      `${name} is neither plain text nor PDF nor DOCX. Paste its text instead.`,
    tooLarge: (name: string) =>
      `${name} is too large. The limit is 200 KB for texts, 1 MB for others.`,
    tooMany: (name: string) =>
      `${name} was not added: a message can have four files, 2 MB in total.`,
    unreadable: (name: string) => `${name} could not be read.`,
    noMicrophone: (_name: string) =>
      "No microphone: allow this page to use it in the browser’s settings, or attach a recording.",
  },

  loading: "Opening your conversation…",
  sending: "Sending…",
  waiting: "Waiting for the answer before this one…",
  thinking: "Thinking…",
  /** The model is unreachable; `seconds` until the next retry. */
  retrying: (seconds: number) => {
    const wait =
      seconds < 60
        ? countOf(seconds, "second")
        : countOf(Math.round(seconds / 60), "minute");
    return `The model cannot be reached. Trying again in ${wait}…`;
  },
  answering: "Answering…",
  reconnecting: "Connection lost, trying again…",
  lost: "Connection lost. The answer may be ready by now.",
  tryAgain: "Try again",
  notSent: "This message was not sent.",
  sendAgain: "Send again",
  askAgain: "Ask again",
  unreachable: "The server cannot be reached. Please check your connection.",
  unexpected: "Something went wrong on the server.",
  noAnswer: "There is no answer.",

  /** `undefined`: not loaded yet. */
  steps: (count: number) => countOf(count, "step"),
  sources: (count: number | undefined) =>
    count === undefined ? "Sources" : `Sources (${count})`,
  loadingDetails: "Loading…",
  searched: (input: string) => `Searched: ${input}`,
  calculated: (input: string) => `Calculated: ${input}`,
  used: (tool: string, input: string) => `Used ${tool}: ${input}`,
  thought: "Thought",
  tool: "Tool",
  input: "Input",
  observation: "Observation",
  cost: "Time and tokens",
  modelMs: (ms: number) => `model ${ms.toLocaleString("en")} ms`,
  toolMs: (ms: number) => `tool ${ms.toLocaleString("en")} ms`,
  tokens: (usage: Step["usage"]) =>
    `${usage.input_tokens.toLocaleString("en")} tokens in (${usage.cached_input_tokens.toLocaleString("en")} cached), ${usage.output_tokens.toLocaleString("en")} out`,

  code: "code",
  table: "Table",
  formula: "Formula",
  footnotes: "Footnotes",
  footnote: (number: number) => `Footnote ${number}`,
  backToText: (number: number) => `Back to footnote ${number} in the text`,
  taskDone: "Done",
  taskOpen: "To do",
  image: (description: string) => `Image: ${description}`,
  copy: "Copy",
  copyCode: "Copy code",
  copyAnswer: "Copy answer",
  copied: "Copied",

  cancel: "Cancel",

  passwordTitle: "This chat has a password",
  passwordText: "Please enter the password that its owner gave you.",
  password: "Password",
  logIn: "Log in",
  wrongPassword: "That is not the password.",

  proofTitle: "One moment, please",
  proofText: "Please confirm that you are human to open the chat.",

  conversations: "Conversations",
  searchConversations: "Search conversations",
  noConversations: "Your conversations are listed here.",
  search: {
    done: "No titles and no messages match.",
    searching: "Searching in messages…",
    failed: "The messages could not be searched. Try again.",
  },
  actionsFor: (title: string) => `Actions for ${title}`,
  rename: "Rename",
  deleteConversation: "Delete",
  exportAs: (format: string) => `Export as ${format}`,
  notRenamed: "The conversation could not be renamed.",
  deleted: "Conversation deleted.",
  notDeleted: "The conversation could not be deleted.",
  undo: "Undo",
  tooManyConversations: "You have too many conversations. Delete one first.",
  begun: "New conversation started.",

  thumbs: { up: "Good answer", down: "Bad answer" },
  thumbsDownReason: "What was wrong? (optional)",
  memory: {
    title: "Memory",
    about:
      "Notes on messages that I no longer see; I read them before each answer. Our messages themselves stay.",
    none: "I have no notes: I still see all messages of this conversation, or remember nothing of the earlier ones.",
    change: "Change",
    delete: "Delete",
    changeNote: (number: number) => `Change note ${number}`,
    deleteNote: (number: number) => `Delete note ${number}`,
    save: "Save",
    close: "Close",
    problems: {
      failed: "That did not work. Please try again.",
      changed:
        "The notes have changed in the meantime, so nothing was done. Please look again.",
    },
  },
  suggestions: "What you could ask next",
  answers: "Answer the question",
  rated: "Thank you.",
  notRated: "Your rating could not be saved.",
  regenerate: "Regenerate",
  edit: "Edit",
  editing: "You are editing a message. The conversation continues from it.",
  version: (number: number, of: number) => `Version ${number} of ${of}`,
  previousVersion: "Previous version",
  nextVersion: "Next version",
  tryNow: "Try now",
  theme: "Colours",
  themes: { system: "System", light: "Light", dark: "Dark" },
  languages: "Language",
  signOut: "Sign out",

  problems,
};

export type Texts = Readonly<typeof english>;

/** Why a file cannot be attached. */
export type FileProblem = keyof Texts["fileProblems"];
