import type { OperatorActionKind } from "../../../types/audit-log.ts";
import type { TurnOutcome } from "../../../types/turn-index.ts";
import type { FailureReason } from "../../../types/turn.ts";
import type { View } from "./place.ts";

const views: Readonly<Record<View, string>> = {
  conversations: "Conversations",
  questions: "Questions",
  deliveries: "Undelivered",
  usage: "Usage",
  library: "Library",
  actions: "Actions",
};

const outcomes: Readonly<Record<TurnOutcome, string>> = {
  waiting: "Waiting",
  asked: "Asks for a person",
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
  approve: "approved an action",
  refuse: "refused an action",
  resend: "sent a notification again",
  export: "exported questions",
  "add-document": "added a document",
  "remove-document": "removed a document",
};

/** By slug, where the server's own text is for programs. */
const problems: Readonly<Record<string, string>> = {
  unauthorized: "That is not an operator’s key.",
  "not-signed-in":
    "Sign in first: the session has ended after eight hours, or its key was changed.",
  busy: "Too busy right now. Try again in a moment.",
  "internal-error": "Something went wrong on the server.",
  "idempotency-mismatch":
    "This reply was sent before with another text. Change it, and send it again.",
  "unknown-delivery":
    "This notification is not there any more: it was sent again, or has expired.",
  "unknown-document": "This document is not there any more.",
  "body-too-large":
    "The document is too large: texts may have 1 MiB, PDF and DOCX 5 MB.",
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
  unexpected: "Something went wrong on the server.",
  problems,

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
  messages: "Messages",
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
  ownApp: (channel: string) => `The business’s own app (${channel})`,
  until: (time: string) => `until ${time}, or longer with each reply`,
  asksForPerson: "The user asks for a person",
  askedSince: (time: string) => `since ${time}`,
  askedUntil: (time: string) => `the bot says at ${time} that nobody came`,
  askedHere: "Asked for a person",
  parley: "Parley",
  approve: "Run it once",
  refuse: "Do not run it",
  approved: "Approved. The bot goes on.",
  refused: "Refused. The bot goes on without it.",
  takeOver: "Take over",
  handBack: "Hand back to the bot",
  leaveToBot: "Leave it to the bot",
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
  adding: (name: string) => `Adding ${name}…`,
  added: (name: string) => `${name} was added.`,
  passages: (count: number) =>
    count === 1 ? "1 passage" : `${count} passages`,
  remove: "Remove",
  removeQuestion: (name: string) =>
    `Remove ${name}? The bot no longer finds what is in it.`,
  removed: (name: string) => `${name} was removed.`,
  tryQuestion: "Try a question",
  tryButton: "Search",
  nothingFound: "Nothing found.",

  deliveriesHint:
    "What no attempt has delivered in the last 30 days: callbacks, events, and notes to the team’s chat.",
  resend: "Send again",
  resendAll: "Send all these again",
  resending: "They are on their way. What fails again is listed again.",
  noOutcome: "the last attempt broke off",
  audiences: {
    caller: "to the caller",
    receiver: "to EVENTS_URL",
    operators: "to the team’s chat",
  },
  noDeliveries: "Everything was delivered.",
  noActions: "Nothing was done yet.",
};

export type Texts = typeof english;
