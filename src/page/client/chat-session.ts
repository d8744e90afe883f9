import type { ConversationApi, Failure, Message, Opening } from "./api.ts";
import type { ConversationView } from "./conversation-view.ts";
import {
  describeFailure,
  describeProblem,
  toSentence,
} from "./descriptions.ts";
import type { ExchangeView, MessageActions } from "./exchange-view.ts";
import { createQueue, followTurn, type TurnEnd } from "./follow-turn.ts";
import type { StatusProblem } from "./status-view.ts";
import { createTurnReporter } from "./turn-reporter.ts";
import type { Problem } from "./wire.ts";

export type NewMessage = Omit<Message, "id">;

/** Sends messages of one conversation and shows the answers. */
export interface ChatSession {
  send(message: NewMessage): void;
  /** Follows the turn of a message that the server has. */
  resume(message: Message): void;
  /**
   * Shows a message that did not reach the server, with a button to resend it.
   */
  addUnsent(message: Message): void;
  /** Stops the current answer; its partial text stays. */
  stopAnswer(): void;
  /**
   * The actions for an answered message; `undefined` if its files are no longer
   * here.
   */
  actionsFor(message: Message): MessageActions | undefined;
  /**
   * Stops all requests. Returns the messages that may not have reached the
   * server.
   */
  stop(): readonly Message[];
}

export function createChatSession({
  api,
  conversation,
  onAnswering,
  onAccepted,
  onEdit,
  onPasswordRequired,
}: {
  api: ConversationApi;
  conversation: ConversationView;
  /** Called when answers start to arrive, and when none are left. */
  onAnswering: (isAnswering: boolean) => void;
  /** Called when the server has accepted a new message. */
  onAccepted: () => void;
  /** Called to edit the newest message. */
  onEdit: (message: Message) => void;
  /** Called when the server asks for the password. */
  onPasswordRequired: () => void;
}): ChatSession {
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

  function send(message: NewMessage): void {
    if (message.edits !== undefined) conversation.removeNewest();
    const exchange = conversation.add(message);
    conversation.follow();
    post({ id: crypto.randomUUID(), ...message }, exchange);
  }

  function actionsFor(message: Message): MessageActions | undefined {
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
    // Safe without asking the user: the id makes it idempotent.
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
    if (failure?.kind === "refused" && needsPassword(failure.problem))
      onPasswordRequired();
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

  /** Skips the wait before the next retry, by sending the message again. */
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
        if (needsPassword(end.problem)) onPasswordRequired();
        return;
      case "replied":
        if (end.reply.text === "") {
          exchange.showProblem({
            text: (texts) => ({ title: texts.noAnswer, detail: "" }),
            action: askAgain(message),
          });
        } else {
          const { reply } = end;
          const actions = actionsFor(message);
          exchange.finish({
            text: reply.text,
            details: reply,
            at: new Date(),
            ...(actions !== undefined && { actions }),
          });
        }
    }
  }

  /** Omits files that are no longer here. */
  function askAgain({ text, files = [] }: Message): StatusProblem["action"] {
    const left = files.filter(({ content }) => content !== undefined);
    return {
      label: (texts) => texts.askAgain,
      run: () => send({ text, files: left }),
    };
  }

  return {
    send,
    actionsFor,
    resume(message) {
      follow(message, conversation.add(message));
    },
    addUnsent(message) {
      unsent.set(message.id, message);
      showUnsent(message, conversation.add(message));
    },
    stopAnswer() {
      // On failure, the answer continues and the button stays.
      if (current !== undefined) void api.stop(current.id);
    },
    stop() {
      stopper.abort();
      onAnswering(false);
      return [...unsent.values()];
    },
  };
}

export function needsPassword({ slug }: Problem): boolean {
  return slug === "password-required";
}

/** Resolves after `pauseMs`, or early when aborted or back online. */
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
