import type { Api, Message, Outcome } from "./api.ts";
import {
  createChatSession,
  needsPassword,
  type ChatSession,
  type NewMessage,
} from "./chat-session.ts";
import type { ConversationView } from "./conversation-view.ts";
import type { Gate } from "./gate.ts";
import { proveHuman } from "./human-check.ts";
import type { Conversation, HistoryMessage, ShownFile } from "./wire.ts";

/** Opens conversations and sends their messages. */
export interface Chat {
  /** Opens a conversation, or shows why it cannot be opened. */
  start(number: number): Promise<void>;
  send(message: NewMessage): void;
  stopAnswer(): void;
}

export function createChat({
  api,
  gate,
  conversation,
  onAnswering,
  onAccepted,
  onEdit,
  onOpen,
}: {
  api: Api;
  gate: Gate;
  conversation: ConversationView;
  onAnswering: (isAnswering: boolean) => void;
  onAccepted: (conversation: number) => void;
  onEdit: (message: Message) => void;
  onOpen: (conversation: Conversation) => void;
}): Chat {
  let number = 0;
  let session = createSession();
  /** Messages that may not have reached the server, by conversation. */
  const unsent = new Map<number, readonly Message[]>();

  function createSession(): ChatSession {
    const of = number;
    return createChatSession({
      api: api.of(of),
      conversation,
      onAnswering,
      onAccepted: () => onAccepted(of),
      onEdit,
      onPasswordRequired: () => gate.askForPassword(),
    });
  }

  async function start(next: number): Promise<void> {
    unsent.set(number, session.stop());
    number = next;
    gate.showLoading();
    const loaded = await api.of(next).loadConversation();
    // Another conversation was opened meanwhile.
    if (number !== next) return;
    const outcome = loaded.kind === "stranger" ? await openSession() : loaded;
    if (outcome.kind === "done") {
      show(outcome.value);
      gate.open();
      onOpen(outcome.value);
      conversation.follow();
    } else if (outcome.kind === "refused" && needsPassword(outcome.problem)) {
      gate.askForPassword();
    } else {
      gate.showFailure(outcome, { tryAgain: () => void start(next) });
    }
  }

  async function openSession(): Promise<Outcome<Conversation>> {
    if (await api.isIdentified()) return api.openSession(undefined);
    const proof = await proveHuman({ show: () => gate.askForProof() });
    return proof.kind === "token" ? api.openSession(proof.token) : proof;
  }

  function show({ messages, open }: Conversation): void {
    session = createSession();
    conversation.clear();
    for (const exchange of groupByTurn(messages)) showPast(exchange);
    for (const { turn, text, files } of open)
      session.resume({ id: turn, text, files: files.map(toShownFile) });
    const arrived = new Set([...messages, ...open].map(({ turn }) => turn));
    for (const message of unsent.get(number) ?? []) {
      if (!arrived.has(message.id)) session.addUnsent(message);
    }
  }

  function showPast({ turn, question, answer }: PastExchange): void {
    const asked = question && {
      id: turn,
      text: question.text,
      files: question.files.map(toShownFile),
    };
    const exchange = conversation.add(asked);
    if (answer === undefined) return;
    const actions = asked && session.actionsFor(asked);
    exchange.finish({
      text: answer.text,
      details: {
        stepCount: answer.steps,
        hasSources: answer.hasSources,
        load: () => api.of(number).loadReply(turn),
      },
      ...(actions !== undefined && { actions }),
      // 0: the server sent no time.
      at: answer.at === 0 ? undefined : new Date(answer.at),
    });
  }

  return {
    start,
    send: (message) => session.send(message),
    stopAnswer: () => session.stopAnswer(),
  };
}

function toShownFile(name: string): ShownFile {
  return { name };
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
