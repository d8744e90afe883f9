import type { Api, Outcome } from "./api.ts";
import { createChatSession, isLock, type ChatSession } from "./chat-session.ts";
import type { ConversationView } from "./conversation-view.ts";
import type { Gate } from "./gate.ts";
import { proveHuman } from "./human-check.ts";
import type { Conversation, HistoryMessage } from "./wire.ts";

/** The page's course: from opening the conversation to forgetting it. */
export interface Chat {
  /** Opens the conversation, or says why it cannot. */
  start(): Promise<void>;
  send(text: string): void;
  stopAnswer(): void;
  /** Erases the conversation and begins a new one. */
  forget(): Promise<Outcome<unknown>>;
}

export function createChat({
  api,
  gate,
  conversation,
  onAnswering,
  onOpen,
}: {
  api: Api;
  gate: Gate;
  conversation: ConversationView;
  onAnswering: (isAnswering: boolean) => void;
  onOpen: (model: Conversation["model"]) => void;
}): Chat {
  let session = createSession();

  function createSession(): ChatSession {
    return createChatSession({
      api,
      conversation,
      onAnswering,
      onLocked: () => gate.askForPassword(),
    });
  }

  async function start(): Promise<void> {
    gate.showLoading();
    const loaded = await api.loadConversation();
    const outcome = loaded.kind === "stranger" ? await begin() : loaded;
    if (outcome.kind === "done") {
      show(outcome.value);
      gate.open();
      onOpen(outcome.value.model);
      conversation.follow();
    } else if (outcome.kind === "refused" && isLock(outcome.problem)) {
      gate.askForPassword();
    } else {
      gate.showFailure(outcome, { tryAgain: () => void start() });
    }
  }

  async function begin(): Promise<Outcome<Conversation>> {
    const proof = await proveHuman({ show: () => gate.askForProof() });
    return proof.kind === "token" ? api.openSession(proof.token) : proof;
  }

  function show({ messages, open }: Conversation): void {
    const unsent = session.stop();
    session = createSession();
    conversation.clear();
    for (const exchange of groupByTurn(messages)) showPast(exchange);
    for (const { turn, text } of open) session.resume({ id: turn, text });
    const arrived = new Set([...messages, ...open].map(({ turn }) => turn));
    for (const message of unsent) {
      if (!arrived.has(message.id)) session.addUnsent(message);
    }
  }

  function showPast({ turn, question, answer }: PastExchange): void {
    const exchange = conversation.add(question?.text);
    if (answer === undefined) return;
    exchange.finish({
      text: answer.text,
      details: {
        stepCount: answer.steps,
        hasSources: answer.hasSources,
        load: () => api.loadReply(turn),
      },
      // Zero: the server told no time.
      at: answer.at === 0 ? undefined : new Date(answer.at),
    });
  }

  return {
    start,
    send: (text) => session.send(text),
    stopAnswer: () => session.stopAnswer(),
    async forget() {
      const outcome = await api.forget();
      if (outcome.kind === "done") {
        session.stop();
        session = createSession();
        conversation.clear();
      }
      return outcome;
    },
  };
}

interface PastExchange {
  readonly turn: string;
  readonly question: HistoryMessage | undefined;
  readonly answer: HistoryMessage | undefined;
}

function groupByTurn(messages: readonly HistoryMessage[]): PastExchange[] {
  return [...Map.groupBy(messages, ({ turn }) => turn)].map(
    ([turn, ofTurn]) => ({
      turn,
      question: ofTurn.find(({ role }) => role === "user"),
      answer: ofTurn.find(({ role }) => role === "assistant"),
    }),
  );
}
