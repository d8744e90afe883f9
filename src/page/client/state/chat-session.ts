import type { Signal } from "@preact/signals";
import type { Problem } from "../../../types/problem.ts";
import { areHere, type ConversationApi, type Message } from "../api.ts";
import {
  describeFailure,
  describeProblem,
  toSentence,
  type ProblemText,
} from "../descriptions.ts";
import type { Failure, Opening } from "../parts/request.ts";
import { createQueue } from "../parts/scheduling.ts";
import type { Texts } from "../texts-english.ts";
import {
  createExchange,
  finish,
  showProgress,
  withoutQuestion,
  type Exchange,
} from "./exchange.ts";
import { followTurn, type TurnEnd } from "./follow-turn.ts";
import { createTurnReporter } from "./report-turn.ts";

export type NewMessage = Omit<Message, "id"> & { readonly id?: string };

/** Sends messages of one conversation and shows the answers. */
export type ChatSession = ReturnType<typeof createChatSession>;

export function createChatSession({
  api,
  exchanges,
  onAnswering,
  onSend,
  onAccepted,
  onLeftToPerson,
  onReplied,
  onPasswordRequired,
}: {
  api: ConversationApi;
  exchanges: Signal<readonly Exchange[]>;
  /** Called when answers start to arrive, and when none are left. */
  onAnswering: (isAnswering: boolean) => void;
  /** Called when a message is shown as the newest one. */
  onSend: () => void;
  /** Called when the server has accepted a new message. */
  onAccepted: (id: string) => void;
  /** Called when a person of the team is to answer. */
  onLeftToPerson: () => void;
  /** Called when the newest message has its answer. */
  onReplied: (exchange: Exchange) => void;
  /** Called when the server asks for the password. */
  onPasswordRequired: () => void;
}) {
  const stopper = new AbortController();
  const { signal } = stopper;
  const unsent = new Map<string, Message>();
  /**
   * Sends a message only when the previous one is accepted, to keep their
   * order.
   */
  const inSendingOrder = createQueue();
  /**
   * Follows one turn at a time: turns run sequentially, and over HTTP/1.1 a
   * browser opens only six connections per server.
   */
  const inTurn = createQueue();
  let followed = 0;
  /** The message that is being answered. */
  let current: Message | undefined;

  function add(message: Message, versions?: readonly string[]): Exchange {
    const asked = { turn: message.id, question: message, versions };
    const exchange = createExchange({ ...asked, api });
    exchanges.value = [...exchanges.value, exchange];
    return exchange;
  }

  /** A message that edits another takes its place; what followed is hidden. */
  function send(message: NewMessage): void {
    const sent = { id: crypto.randomUUID(), ...message };
    if (sent.edits !== undefined) unsent.delete(sent.edits);
    const edited = exchanges.value.findIndex(
      ({ turn }) => turn === message.edits,
    );
    const versions = listVersions(exchanges.value[edited]);
    // What waits behind a message without an answer is answered all the same.
    exchanges.value = exchanges.value.filter((_, index) =>
      versions.length > 0 ? index < edited : index !== edited,
    );
    const exchange = add(sent, [...versions, sent.id]);
    // Other words answer a choice, too.
    for (const one of exchanges.value)
      if (one.answer.value.question?.kind === "choice") withoutQuestion(one);
    onSend();
    post(sent, exchange);
  }

  function post(message: Message, exchange: Exchange): void {
    unsent.set(message.id, message);
    showProgress(exchange, "sending");
    void inSendingOrder(async () => {
      if (signal.aborted) return;
      const opening = await api.send(message, { signal });
      if (signal.aborted) return;
      if (opening.kind === "open") {
        unsent.delete(message.id);
        onAccepted(message.id);
        follow(message, exchange, opening);
      } else {
        showUnsent(message, exchange, opening);
      }
    });
  }

  /**
   * What a button of an exchange does in this session, and, if it need not be
   * pressed, the browser once it is online again.
   */
  function toAction(
    exchange: Exchange,
    run: () => void,
    isAutomatic: boolean,
  ): () => void {
    const act = () => {
      removeEventListener("online", act);
      // A message that was edited is no longer shown.
      if (!signal.aborted && exchanges.value.includes(exchange)) run();
    };
    if (isAutomatic) addEventListener("online", act, { signal });
    return act;
  }

  /** Shows a message that did not arrive, with a button to resend it. */
  function showUnsent(
    message: Message,
    exchange: Exchange,
    failure?: Failure,
  ): void {
    // Safe without asking the user: the id makes it idempotent.
    const isAutomatic = failure?.kind === "unreachable";
    const run = () => {
      const others = exchanges.value.filter((other) => other !== exchange);
      exchanges.value = [...others, exchange];
      onSend();
      post(message, exchange);
    };
    const sendAgain = toAction(exchange, run, isAutomatic);
    const describe = (texts: Texts) => ({
      title: texts.notSent,
      detail: failure ? toSentence(describeFailure(failure, texts)) : "",
    });
    showProblem(exchange, describe, "sendAgain", sendAgain);
    if (failure?.kind === "refused" && needsPassword(failure.problem))
      onPasswordRequired();
  }

  function follow(
    message: Message,
    exchange: Exchange,
    opening?: Extract<Opening, { kind: "open" }>,
  ): void {
    const isNext = followed === 0;
    if (!isNext) {
      opening?.body.cancel().catch(() => undefined);
      showProgress(exchange, "waiting");
    }
    followed += 1;
    onAnswering(true);
    void inTurn(async () => {
      showProgress(exchange, "thinking");
      current = message;
      const end = await followTurn({
        first: isNext ? opening : undefined,
        open: () => api.watch(message.id, { signal }),
        report: createTurnReporter(exchange, {
          tryNow: () => void tryNow(message),
        }),
        pause,
        signal,
      });
      followed -= 1;
      current = undefined;
      if (!signal.aborted) onAnswering(followed > 0);
      showEnd(end, message, exchange);
    });
  }

  /** Skips the wait before the next retry, by sending the message again. */
  async function tryNow({ id, text, files = [] }: Message): Promise<void> {
    const stopped = await api.stop(id);
    if (stopped.kind === "done" && !signal.aborted)
      send({ text, files, edits: id });
  }

  function showEnd(end: TurnEnd, message: Message, exchange: Exchange): void {
    switch (end.kind) {
      case "stopped":
        return;
      case "lost": {
        const run = () => follow(message, exchange);
        const again = toAction(exchange, run, true);
        showProblem(exchange, titled("lost"), "tryAgain", again);
        return;
      }
      case "failed": {
        const describe = (texts: Texts) => describeProblem(end.problem, texts);
        showProblem(exchange, describe, "askAgain", askAgain(message));
        if (needsPassword(end.problem)) onPasswordRequired();
        return;
      }
      case "replied":
        if (end.reply.isForPerson) onLeftToPerson();
        if (end.reply.text !== "" || end.reply.isForPerson) {
          finish(exchange, end.reply, new Date());
          const isAnswer = !end.reply.isForPerson && !end.reply.question;
          if (isAnswer && exchanges.value.at(-1) === exchange)
            onReplied(exchange);
        } else
          showProblem(
            exchange,
            titled("noAnswer"),
            "askAgain",
            askAgain(message),
          );
    }
  }

  /** In the same place if its files are only on the server. */
  function askAgain({ id, text, sends, files = [] }: Message): () => void {
    const again = { text, sends, files };
    return () => send(areHere(files) ? again : { ...again, edits: id });
  }

  return {
    send,
    /** Follows the turn of a message that the server has. */
    resume: (message: Message, versions?: readonly string[]) =>
      follow(message, add(message, versions)),
    /** Shows a message that did not reach the server. */
    addUnsent(message: Message) {
      unsent.set(message.id, message);
      showUnsent(message, add(message));
    },
    /** Stops the current answer; its partial text stays. */
    stopAnswer() {
      // On failure, the answer continues and the button stays.
      if (current !== undefined) void api.stop(current.id);
    },
    /**
     * Stops all requests. Returns the messages that may not have reached the
     * server.
     */
    stop(): readonly Message[] {
      stopper.abort();
      onAnswering(false);
      return [...unsent.values()];
    },
  };
}

/** Only what was answered is a version. */
function listVersions(exchange: Exchange | undefined): readonly string[] {
  if (exchange === undefined || !exchange.answer.value.isWhole) return [];
  const { versions, turn } = exchange;
  return versions.length > 0 ? versions : [turn];
}

function showProblem(
  { status }: Exchange,
  text: (texts: Texts) => ProblemText,
  label: "sendAgain" | "tryAgain" | "askAgain",
  run: () => void,
): void {
  const action = { label: (texts: Texts) => texts[label], run };
  status.value = { kind: "problem", text, action };
}

function titled(name: "lost" | "noAnswer"): (texts: Texts) => ProblemText {
  return (texts) => ({ title: texts[name], detail: "" });
}

export function needsPassword({ slug }: Problem): boolean {
  return slug === "password-required";
}

/** Resolves after `pauseMs`, or early when aborted or back online. */
async function pause(pauseMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const finishPause = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finishPause);
      removeEventListener("online", finishPause);
      resolve();
    };
    const timer = setTimeout(finishPause, pauseMs);
    signal.addEventListener("abort", finishPause);
    addEventListener("online", finishPause);
  });
}
