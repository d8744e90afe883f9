import { signal, type Signal } from "@preact/signals";
import type { ShownMessage, ShownQuestion } from "../../../types/page.ts";
import type { Rating, Thumb } from "../../../types/rating.ts";
import type { ConversationApi, Message } from "../api.ts";
import type { Phrase } from "../current-texts.ts";
import type { ProblemText } from "../descriptions.ts";
import type { Outcome } from "../parts/request.ts";
import { createQueue } from "../parts/scheduling.ts";
import type { Texts } from "../texts-english.ts";
import type { Reply, Source, Step } from "../turn-events.ts";

/** An answer, which may still be being written. */
export interface Answer {
  /** Markdown. */
  readonly text: string;
  readonly isWhole: boolean;
  /** `undefined`: to be loaded, like the sources. */
  readonly steps: readonly Step[] | undefined;
  readonly sources: readonly Source[] | undefined;
  /** What there is to load. */
  readonly stepCount?: number;
  readonly hasSources?: boolean;
  readonly at?: Date | undefined;
  /** Until it is answered. */
  readonly question?: ShownQuestion | undefined;
}

export const NO_ANSWER = {
  text: "",
  isWhole: false,
  steps: [],
  sources: [],
} as const;

/** A message that is only kept. */
export const NOT_ANSWERED = { ...NO_ANSWER, isWhole: true } as const;

type Progress =
  "sending" | "waiting" | "thinking" | "answering" | "reconnecting";

/** What the line below an answer says: its progress, or why there is none. */
export type Status =
  | { readonly kind: "none" }
  | { readonly kind: "progress"; readonly progress: Progress }
  /** The model is unreachable, and is asked again. */
  | {
      readonly kind: "retrying";
      readonly seconds: number;
      readonly tryNow: () => void;
    }
  | {
      readonly kind: "problem";
      readonly text: (texts: Texts) => ProblemText;
      readonly action: { readonly label: Phrase; readonly run: () => void };
    };

/** A message and its answer. */
export interface Exchange {
  readonly key: number;
  readonly turn: string;
  /** `undefined` if only the answer is left, or nothing was asked. */
  readonly question: Message | undefined;
  /** Turns of the question's versions, in order; empty if this is the only one. */
  readonly versions: readonly string[];
  /** Who said the answer, if not the bot. */
  readonly origin: ShownMessage["origin"];
  readonly answer: Signal<Answer>;
  readonly status: Signal<Status>;
  /** Loads steps and sources. */
  readonly load: () => Promise<Outcome<unknown>>;
  /** Finds questions to go on with. */
  readonly suggest: () => ReturnType<ConversationApi["suggest"]>;
  /** What the reader thinks of the answer. */
  readonly thumb: Signal<Thumb | undefined>;
  /** Shows and stores it; shows what is stored if it cannot be stored. */
  readonly rate: (rating: Rating | null) => Promise<Outcome<unknown>>;
}

let count = 0;

export function createExchange({
  turn,
  question,
  versions = [],
  origin,
  answer = NO_ANSWER,
  thumb,
  api,
}: Pick<Exchange, "turn" | "question"> & {
  versions?: readonly string[] | undefined;
  origin?: ShownMessage["origin"];
  answer?: Answer;
  thumb?: Thumb | undefined;
  api: Pick<ConversationApi, "loadReply" | "rate" | "suggest">;
}): Exchange {
  const shown = signal(answer);
  const shownThumb = signal(thumb);
  let storedThumb = thumb;
  let ratings = 0;
  const inTurn = createQueue();
  return {
    key: (count += 1),
    turn,
    question,
    versions,
    origin,
    answer: shown,
    status: signal<Status>({ kind: "none" }),
    async load() {
      const outcome = await api.loadReply(turn);
      if (outcome.kind === "done") {
        const { steps, sources } = outcome.value;
        shown.value = { ...shown.peek(), steps, sources };
      }
      return outcome;
    },
    suggest: () => api.suggest(turn),
    thumb: shownThumb,
    async rate(rating) {
      const own = (ratings += 1);
      shownThumb.value = rating?.thumb;
      const outcome = await inTurn(() => api.rate(turn, rating));
      if (outcome.kind === "done") storedThumb = rating?.thumb;
      if (own === ratings) shownThumb.value = storedThumb;
      return outcome;
    },
  };
}

export function showProgress({ status }: Exchange, progress: Progress): void {
  const { value } = status;
  // A new value would be drawn again for each piece of an answer.
  if (value.kind === "progress" && value.progress === progress) return;
  status.value = { kind: "progress", progress };
}

/** Says that the model is asked again after a time; then, that it thinks. */
export function showRetry(
  exchange: Exchange,
  { seconds, tryNow }: { seconds: number; tryNow: () => void },
): void {
  const { status } = exchange;
  const retrying: Status = { kind: "retrying", seconds, tryNow };
  status.value = retrying;
  setTimeout(() => {
    if (status.value === retrying) showProgress(exchange, "thinking");
  }, seconds * 1_000);
}

/** It has been answered; what only its buttons answer stays until then. */
export function withoutQuestion({ answer }: Exchange): void {
  const { question: _, ...rest } = answer.value;
  answer.value = rest;
}

export function finish(
  { answer, status }: Exchange,
  reply: Reply,
  at: Date,
): void {
  answer.value = { ...reply, isWhole: true, at };
  status.value = { kind: "none" };
}
