import type { Bot } from "./wire.ts";
import type { FileProblem } from "./message-file.ts";
import type { ProblemTexts } from "./problem-texts.ts";

export type Language = "en" | "zh-CN" | "zh-TW";

/** All that the page itself says. */
export interface Texts {
  readonly skipToComposer: string;
  readonly newConversation: string;
  /** The button that switches, in the language it switches to. */
  readonly otherLanguage: string;
  readonly demoModelLocal: string;
  readonly demoModelDeployed: string;

  readonly conversation: string;
  readonly you: string;
  readonly welcomeTitle: string;
  /** Says what its tools can do. */
  readonly welcomeText: (bot: Bot) => string;
  readonly examples: Readonly<Record<"calculator" | "search" | "name", string>>;
  readonly toLatest: string;

  readonly composerLabel: string;
  readonly composerHint: string;
  readonly send: string;
  readonly stop: string;
  readonly tooLong: (length: string, limit: string) => string;
  readonly attach: string;
  readonly attachments: string;
  readonly removeFile: (name: string) => string;
  readonly fileProblems: Readonly<
    Record<FileProblem, (name: string) => string>
  >;

  readonly loading: string;
  readonly sending: string;
  readonly waiting: string;
  readonly thinking: string;
  /** The model cannot be reached; whole seconds until it is asked again. */
  readonly retrying: (seconds: number) => string;
  readonly answering: string;
  readonly reconnecting: string;
  readonly lost: string;
  readonly tryAgain: string;
  readonly notSent: string;
  readonly sendAgain: string;
  readonly askAgain: string;
  readonly unreachable: string;
  readonly unexpected: string;
  readonly noAnswer: string;

  /** `undefined` as the number of steps: they are not loaded yet. */
  readonly steps: (count: number | undefined) => string;
  readonly noSteps: string;
  /** As with the steps. */
  readonly sources: (count: number | undefined) => string;
  readonly noSources: string;
  readonly loadingDetails: string;
  readonly searched: (input: string) => string;
  readonly calculated: (input: string) => string;
  readonly used: (tool: string, input: string) => string;
  readonly thought: string;
  readonly tool: string;
  readonly input: string;
  readonly observation: string;

  readonly code: string;
  readonly table: string;
  readonly formula: string;
  readonly footnotes: string;
  readonly footnote: (number: number) => string;
  readonly backToText: (number: number) => string;
  readonly taskDone: string;
  readonly taskOpen: string;
  readonly image: (description: string) => string;
  readonly copy: string;
  readonly copyCode: string;
  readonly copyAnswer: string;
  readonly copied: string;

  readonly cancel: string;

  readonly passwordTitle: string;
  readonly passwordText: string;
  readonly password: string;
  readonly logIn: string;
  readonly wrongPassword: string;

  readonly proofTitle: string;
  readonly proofText: string;

  readonly conversations: string;
  readonly searchConversations: string;
  readonly noConversations: string;
  readonly nothingFound: string;
  readonly rename: string;
  readonly deleteConversation: string;
  readonly exportAs: (format: string) => string;
  readonly deleted: string;
  readonly notDeleted: string;
  readonly undo: string;
  readonly tooManyConversations: string;
  readonly begun: string;

  readonly regenerate: string;
  readonly edit: string;
  readonly editing: string;
  readonly tryNow: string;
  readonly theme: string;
  readonly themes: Readonly<Record<"system" | "light" | "dark", string>>;
  readonly languages: string;
  readonly signOut: string;

  readonly problems: ProblemTexts;
}
