import type { OperatorActionKind } from "../../../types/audit-log.ts";
import type { TurnOutcome } from "../../../types/turn-index.ts";
import type { FailureReason } from "../../../types/turn.ts";
import type { View } from "./place.ts";

const views: Readonly<Record<View, string>> = {
  conversations: "Conversations",
  questions: "Questions",
  usage: "Usage",
  library: "Library",
  actions: "Actions",
};

const outcomes: Readonly<Record<TurnOutcome, string>> = {
  waiting: "Waiting",
  person: "Waiting for a person",
  answered: "Answered",
  failed: "Failed",
};

const failures: Readonly<Record<FailureReason, string>> = {
  "model-unreachable": "the model could not be reached",
  "model-unauthorized": "the model’s key was refused",
  "model-quota": "the account at the model’s provider is empty",
  "model-unknown": "the model is unknown",
  "model-filtered": "the provider refused the content",
  "model-too-long": "the conversation is too long for the model",
  "model-invalid-call": "the model’s call of a tool was invalid",
  "model-empty": "the model wrote nothing",
  "model-refused": "the provider refused the request",
  "no-answer": "the agent found no answer",
  "wrong-format": "the answer had the wrong format",
  unreadable: "the message could not be read",
  error: "an error in Parley",
  gone: "the chat is gone",
  undelivered: "the platform did not take the answer",
};

const actions: Readonly<Record<OperatorActionKind, string>> = {
  "sign-in": "signed in",
  "sign-out": "signed out",
  read: "read",
  watch: "watched",
  retry: "retried",
  forget: "erased",
  "take-over": "took over",
  reply: "replied",
  "hand-back": "handed back",
  export: "exported questions",
  "add-document": "added a document",
  "remove-document": "removed a document",
};

export const english = {
  title: "Console",
  otherLanguage: "中文",
  theme: "Colors",
  themes: { system: "As the system", light: "Light", dark: "Dark" },
  views,
  outcomes,
  failures,
  actions,
  navigation: "Parts of the console",
  loading: "Loading…",
  more: "Load more",
  retry: "Try again",
  unreachable: "The server did not answer. Check the network and try again.",

  signIn: "Sign in",
  signOut: "Sign out",
  key: "Operator’s key",
  keyHint: "ADMIN_API_KEY, or your own key of OPERATOR_KEYS.",
  signedInAs: (name: string) => `Signed in as ${name}`,
  consoleOff:
    "The console is off. To turn it on, set ADMIN_API_KEY or OPERATOR_KEYS.",

  channel: "Channel",
  allChannels: "All channels",
  outcome: "State",
  allOutcomes: "All",
  rating: "Rating",
  allRatings: "Any rating",
  thumbs: { up: "👍 Thumbs up", down: "👎 Thumbs down" },
  search: "Person, chat, conversation or title",
  noConversations: "No conversations.",
  choose: "Choose a conversation.",
  back: "Back to the list",
  older: "Load older messages",
  user: "User",
  bot: "Bot",
  schedule: "Schedule",
  attachedFiles: (names: string) => `Files: ${names}`,
  textsOff: "Texts are hidden (CONSOLE_TEXTS=off).",
  details: "Steps, times and tokens",
  noSteps: "Answered without a tool.",
  waitedMs: (ms: string) => `waited ${ms}`,
  modelMs: (ms: string) => `model ${ms}`,
  toolMs: (ms: string) => `tool ${ms}`,
  tokens: (input: string, cached: string, output: string) =>
    `${input} tokens read (${cached} from the cache), ${output} written`,
  thought: "Thought",
  input: "Input",
  observation: "Observation",
  attempts: (count: number) =>
    count === 1 ? "1 attempt" : `${count} attempts`,
  stopped: "stopped by the user",
  answerAgain: "Answer again",
  answering: "It is being answered again.",
  botHasIt: "The bot answers",
  personHasIt: (name: string) => `${name} has taken over`,
  until: (time: string) => `until ${time}, or longer with each reply`,
  takeOver: "Take over",
  handBack: "Hand back to the bot",
  takenOver: "You have the conversation. The bot sends nothing more.",
  handedBack: "The bot answers again.",
  reply: "Reply to the user",
  send: "Send",
  replied: "The reply is on its way.",
  goesOnIn: "This chat is linked; it goes on in",
  linkedWith: "Linked with",
  replyTakesOver: "A reply takes the conversation over.",
  unsent: "Written by the bot, not sent",
  forget: "Erase the conversation",
  forgetQuestion:
    "Erase this conversation for good? The person keeps what their app shows.",
  forgetYes: "Erase",
  cancel: "Cancel",
  forgotten: "The conversation was erased.",

  openQuestions: "Failed and waiting",
  exportAs: (format: string) => `Export as ${format}`,
  noQuestions: "No questions. Everything was answered.",
  duration: (seconds: string) => `after ${seconds} s`,
  openConversation: "Open the conversation",

  day: "Day",
  model: "Model",
  turns: "Answers",
  failed: "Failed",
  read: "Tokens read",
  written: "Tokens written",
  total: "Total",
  noUsage: "Nothing in these days.",
  days: (from: string, to: string) => `${from} to ${to}, days in UTC`,

  documents: "Documents",
  noDocuments: "The library is empty.",
  libraryOff: "This deployment has no library.",
  add: "Add documents",
  addHint: "Markdown, plain text, PDF or DOCX.",
  added: (name: string) => `${name} was added.`,
  passages: (count: number) =>
    count === 1 ? "1 passage" : `${count} passages`,
  remove: "Remove",
  removed: (name: string) => `${name} was removed.`,
  tryQuestion: "Try a question",
  tryButton: "Search",
  nothingFound: "Nothing found.",

  noActions: "Nothing was done yet.",
};

export type Texts = typeof english;
