/**
 * What a turn asks for before it goes on. Each kind has its own question, its
 * own answers, and one place that asks it.
 */
export type PauseKind =
  /** A tool may run with exactly this input. */
  | "approval"
  /** The model offers a choice. */
  | "choice"
  /** The person has to sign in at a tool server. */
  | "sign-in"
  /** The answer was cut, and can go on. */
  | "cut";

/**
 * Who may answer: the person whose message the turn answers, people of the team
 * with their keys, or the named people, each as `channel:id`.
 */
export type Approvers = "asker" | "operators" | readonly string[];

/**
 * The question with which a turn ends, to be stored with its end. What was
 * asked is in the step that waits.
 */
export interface NewPause {
  readonly kind: PauseKind;
  /** In no prompt, so that no text can have anybody answer another question. */
  readonly code: string;
  readonly approvers: Approvers;
  /** Index of the step that waits. */
  readonly step?: number;
  /** Of an approval: see `Step.approved`. */
  readonly action?: string;
  /** Of a choice, in order. */
  readonly choices?: readonly string[];
  /** Where replies are fetched; none if only people of the team may answer. */
  readonly buttons: readonly AnswerButton[];
}

/** A way to answer a question: a message with that text does. */
export interface AnswerButton {
  readonly label: string;
  readonly text: string;
}

/** A question that waits, as others see it. */
export interface TurnQuestion {
  readonly kind: PauseKind;
  readonly code: string;
  readonly until: number;
  readonly buttons: readonly AnswerButton[];
  /** Only people of the team can answer it. */
  readonly isForOperators?: true;
}

export type PauseAnswer =
  | { readonly kind: "approve" | "refuse" | "go-on" }
  /** One of the offered choices, counted from 1. */
  | { readonly kind: "choose"; readonly number: number }
  /** In the person's own words. */
  | { readonly kind: "say"; readonly text: string };

/** A question with which a turn has ended. */
export interface StoredPause extends NewPause {
  /** The person whose message the turn answers. */
  readonly asker: { readonly channel: string; readonly id: string };
  readonly until: number;
  readonly answered?: PauseAnswer["kind"];
  /** How often an answer to it was held: see `withHeld`. */
  readonly held?: number;
}

/** What became of a question. */
export type PauseState =
  /** `isTheirs`: the person may answer it. */
  | { readonly kind: "pending"; readonly isTheirs: boolean }
  | { readonly kind: "answered"; readonly answer: PauseAnswer["kind"] }
  /** Its time is over, or an edit or later questions have replaced it. */
  | { readonly kind: "over" };

/** How long a question waits, but never longer than its turn is kept. */
export const PAUSE_MS = 7 * 86_400_000;
