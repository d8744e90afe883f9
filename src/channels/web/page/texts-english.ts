import { englishProblems } from "./problem-texts.ts";
import type { Bot } from "./wire.ts";

export const english = {
  skipToComposer: "Skip to the message box",
  newConversation: "New conversation",
  /** The button that switches, in the language it switches to. */
  otherLanguage: "中文",
  demoModelLocal:
    "You are talking to the demo model, which only follows a few fixed rules. For a real one, set OPENAI_API_KEY in .dev.vars and restart npm run dev.",
  demoModelDeployed:
    "You are talking to the demo model, which only follows a few fixed rules. For a real one, run: npx wrangler secret put OPENAI_API_KEY",

  conversation: "Conversation",
  you: "You",
  welcomeTitle: "What would you like to know?",
  /** Says what its tools can do. */
  welcomeText: ({ name, tools }: Bot) => {
    const abilities = [
      ...(tools.includes("search") ? ["looks things up"] : []),
      ...(tools.includes("library") ? ["reads our documents"] : []),
      ...(tools.includes("calculator") ? ["calculates"] : []),
      "remembers what you tell it here",
    ];
    const list = new Intl.ListFormat("en").format(abilities);
    return `${name} ${list}. Ask anything, or begin with one of these.`;
  },
  examples: {
    calculator: "What is 12.5% of 80.16 * 3?",
    search: "Who was Ada Lovelace?",
    name: "I am Lai Lai",
  },
  toLatest: "To the latest message",

  composerLabel: "Your message",
  composerHint: "Write a message…",
  send: "Send",
  stop: "Stop the answer",
  tooLong: (length: string, limit: string) =>
    `This message has ${length} characters, and ${limit} fit. Please shorten it.`,
  attach: "Attach files",
  attachments: "Attached files",
  removeFile: (name: string) => `Remove ${name}`,
  fileProblems: {
    noImages: (name: string) => `${name}: this model cannot see images.`,
    noSound: (name: string) =>
      `${name}: this model cannot listen to recordings.`,
    noText: (name: string) =>
      `${name} is not plain text. Paste its text instead.`,
    tooLarge: (name: string) =>
      `${name} is too large. Texts may have 200 KB, recordings and images 1 MB.`,
    tooMany: (name: string) =>
      `${name} was left out: a message takes four files, of 2 MB in all.`,
    unreadable: (name: string) => `${name} could not be read.`,
  },

  loading: "Opening your conversation…",
  sending: "Sending…",
  waiting: "Waiting for the answer before this one…",
  thinking: "Thinking…",
  /** The model cannot be reached; whole seconds until it is asked again. */
  retrying: (seconds: number) => {
    const wait =
      seconds < 60
        ? countOf(seconds, "second")
        : countOf(Math.round(seconds / 60), "minute");
    return `The model cannot be reached. Trying again in ${wait}…`;
  },
  answering: "Answering…",
  reconnecting: "Connection lost, trying again…",
  lost: "The connection is lost. The answer may have come meanwhile.",
  tryAgain: "Try again",
  notSent: "This message was not sent.",
  sendAgain: "Send again",
  askAgain: "Ask again",
  unreachable: "The server cannot be reached. Please check your connection.",
  unexpected: "Something went wrong on the server.",
  noAnswer: "There is no answer.",

  /** `undefined`: the steps are not loaded yet. The same with the sources. */
  steps: (count: number | undefined) =>
    count === undefined ? "Steps" : countOf(count, "step"),
  noSteps: "This was answered without any tool.",
  sources: (count: number | undefined) =>
    count === undefined ? "Sources" : `Sources (${count})`,
  noSources: "This answer names no pages as its sources.",
  loadingDetails: "Looking them up…",
  searched: (input: string) => `Searched: ${input}`,
  calculated: (input: string) => `Calculated: ${input}`,
  used: (tool: string, input: string) => `Used ${tool}: ${input}`,
  thought: "Thought",
  tool: "Tool",
  input: "Input",
  observation: "Observation",

  code: "code",
  table: "Table",
  formula: "Formula",
  footnotes: "Footnotes",
  footnote: (number: number) => `Footnote ${number}`,
  backToText: (number: number) => `Back to the text of footnote ${number}`,
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
  proofText: "Before the chat opens, it is checked that you are human.",

  conversations: "Conversations",
  searchConversations: "Search conversations",
  noConversations: "Your conversations are listed here.",
  nothingFound: "No conversation has this in its title.",
  rename: "Rename",
  deleteConversation: "Delete",
  exportAs: (format: string) => `Export as ${format}`,
  deleted: "Conversation deleted.",
  notDeleted: "The conversation could not be deleted.",
  undo: "Undo",
  tooManyConversations:
    "There is no room for more. Delete a conversation first.",
  begun: "A new conversation has begun.",

  regenerate: "Regenerate",
  edit: "Edit",
  editing: "You are editing your last message.",
  tryNow: "Try now",
  theme: "Colours",
  themes: { system: "System", light: "Light", dark: "Dark" },
  languages: "Language",
  signOut: "Sign out",

  problems: englishProblems,
};

/** All that the page itself says. */
export type Texts = Readonly<typeof english>;

/** Why a file cannot go with a message. */
export type FileProblem = keyof Texts["fileProblems"];

function countOf(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
