import type { ConversationApi, Message, Opening, Failure } from "./api.ts";
import type { ConversationView } from "./conversation-view.ts";
import {
  describeFailure,
  describeProblem,
  toSentence,
} from "./descriptions.ts";
import type { Again, ExchangeView } from "./exchange-view.ts";
import { createQueue, followTurn, type TurnEnd } from "./follow-turn.ts";
import type { StatusProblem } from "./status-view.ts";
import { createTurnReporter } from "./turn-reporter.ts";
import type { Problem } from "./wire.ts";

/** What a reader has written. */
export type Written = Omit<Message, "id">;

/** Sends the messages of one conversation and shows their answers, until it is stopped. */
export interface ChatSession {
  send(message: Written): void;
  /** Follows a message that the server has already. */
  resume(message: Message): void;
  /** Shows a message that has not reached the server, for the reader to send again. */
  addUnsent(message: Message): void;
  /** Ends the answer that is coming, with what is written of it. */
  stopAnswer(): void;
  /** What can be done with a message that is answered; nothing where its files are not here any more. */
  againWith(message: Message): Again | undefined;
  /** Lets go of everything. Returns the messages of which it is not known that they reached the server. */
  stop(): readonly Message[];
}

export function createChatSession({
  api,
  conversation,
  onAnswering,
  onAccepted,
  onEdit,
  onLocked,
}: {
  api: ConversationApi;
  conversation: ConversationView;
  /** Answers begin to come, or there are none any more. */
  onAnswering: (isAnswering: boolean) => void;
  /** The server has a message that it did not have before. */
  onAccepted: () => void;
  /** The reader wants to change the newest message. */
  onEdit: (message: Message) => void;
  /** The server asks for the password (again). */
  onLocked: () => void;
}): ChatSession {
  const stopper = new AbortController();
  const { signal } = stopper;
  const unsent = new Map<string, Message>();
  /** A message is sent once the one before it is accepted, so that they arrive in order. */
  const inSendingOrder = createQueue();
  /** Turns run one after another, so one stream is enough; over HTTP/1.1 a browser opens only six connections to a server. */
  const inTurn = createQueue();
  let followed = 0;
  /** The message whose answer is coming. */
  let current: Message | undefined;

  function send(written: Written): void {
    if (written.edits !== undefined) conversation.removeNewest();
    const exchange = conversation.add(written);
    conversation.follow();
    post({ id: crypto.randomUUID(), ...written }, exchange);
  }

  function againWith(message: Message): Again | undefined {
    const { id, text, files = [] } = message;
    if (!files.every(({ content }) => content !== undefined)) return undefined;
    return {
      edit: () => onEdit(message),
      regenerate: () => send({ text, files, edits: id }),
    };
  }

  function post(message: Message, exchange: ExchangeView): void {
    unsent.set(message.id, message);
    exchange.showProgress("sending");
    void inSendingOrder(async () => {
      if (signal.aborted) return;
      const opening = await api.send(message, { signal });
      if (signal.aborted) return;
      if (opening.kind === "open") {
        unsent.delete(message.id);
        onAccepted();
        follow(message, exchange, opening);
      } else {
        showUnsent(message, exchange, opening);
      }
    });
  }

  function showUnsent(
    message: Message,
    exchange: ExchangeView,
    failure?: Failure,
  ): void {
    const sendAgain = () => {
      removeEventListener("online", sendAgain);
      if (signal.aborted) return;
      conversation.moveToEnd(exchange);
      post(message, exchange);
    };
    // The same id again is the same message, so nobody has to ask first.
    if (failure?.kind === "unreachable")
      addEventListener("online", sendAgain, { signal });
    exchange.showProblem({
      text: (texts) => ({
        title: texts.notSent,
        detail: failure ? toSentence(describeFailure(failure, texts)) : "",
      }),
      action: {
        label: (texts) => texts.sendAgain,
        run: sendAgain,
      },
    });
    if (failure?.kind === "refused" && isLock(failure.problem)) onLocked();
  }

  function follow(
    message: Message,
    exchange: ExchangeView,
    opening?: Extract<Opening, { kind: "open" }>,
  ): void {
    const isNext = followed === 0;
    if (!isNext) {
      opening?.body.cancel().catch(() => undefined);
      exchange.showProgress("waiting");
    }
    followed += 1;
    onAnswering(true);
    void inTurn(async () => {
      exchange.showProgress("thinking");
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

  /** Ends the wait for the model, and asks it immediately. */
  async function tryNow({ id, text, files = [] }: Message): Promise<void> {
    const stopped = await api.stop(id);
    if (stopped.kind === "done" && !signal.aborted)
      send({ text, files, edits: id });
  }

  function showEnd(
    end: TurnEnd,
    message: Message,
    exchange: ExchangeView,
  ): void {
    switch (end.kind) {
      case "stopped":
        return;
      case "lost":
        exchange.showProblem({
          text: (texts) => ({ title: texts.lost, detail: "" }),
          action: {
            label: (texts) => texts.tryAgain,
            run: () => follow(message, exchange),
          },
        });
        return;
      case "failed":
        exchange.showProblem({
          text: (texts) => describeProblem(end.problem, texts),
          action: askAgain(message),
        });
        if (isLock(end.problem)) onLocked();
        return;
      case "replied":
        if (end.reply.text === "") {
          exchange.showProblem({
            text: (texts) => ({ title: texts.noAnswer, detail: "" }),
            action: askAgain(message),
          });
        } else {
          const { reply } = end;
          const again = againWith(message);
          exchange.finish({
            text: reply.text,
            details: reply,
            at: new Date(),
            ...(again !== undefined && { again }),
          });
        }
    }
  }

  /** Without the files that are not here any more. */
  function askAgain({ text, files = [] }: Message): StatusProblem["action"] {
    const left = files.filter(({ content }) => content !== undefined);
    return {
      label: (texts) => texts.askAgain,
      run: () => send({ text, files: left }),
    };
  }

  return {
    send,
    againWith,
    resume(message) {
      follow(message, conversation.add(message));
    },
    addUnsent(message) {
      unsent.set(message.id, message);
      showUnsent(message, conversation.add(message));
    },
    stopAnswer() {
      // If it fails, the answer continues, and the button stays.
      if (current !== undefined) void api.stop(current.id);
    },
    stop() {
      stopper.abort();
      onAnswering(false);
      return [...unsent.values()];
    },
  };
}

export function isLock({ slug }: Problem): boolean {
  return slug === "password-required";
}

/** Waits, but no longer than until the signal is aborted or the device is online again. */
async function pause(pauseMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      removeEventListener("online", finish);
      resolve();
    };
    const timer = setTimeout(finish, pauseMs);
    signal.addEventListener("abort", finish);
    addEventListener("online", finish);
  });
}
