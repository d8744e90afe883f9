import { signal } from "@preact/signals";
import type { ConversationBody, ShownMessage } from "../../../types/page.ts";
import type { Api, Message } from "../api.ts";
import { proveHuman } from "../human-check.ts";
import type { Failure, Outcome } from "../parts/request.ts";
import {
  createChatSession,
  needsPassword,
  type NewMessage,
} from "./chat-session.ts";
import { createExchange, NOT_ANSWERED, type Exchange } from "./exchange.ts";

/** What is shown before a conversation. */
type Gate =
  | { readonly kind: "loading" }
  | { readonly kind: "password" }
  /** The visitor proves, in an element of the page, that they are human. */
  | { readonly kind: "proof"; readonly mount: (place: HTMLElement) => void }
  | { readonly kind: "failure"; readonly failure: Failure }
  | { readonly kind: "open" };

/** The conversation that is open: its messages, and what can be done. */
export type Chat = ReturnType<typeof createChat>;

/** Opens conversations and sends their messages. */
export function createChat({
  api,
  onAccepted,
  onOpen,
}: {
  api: Api;
  /** Called when the server has accepted a message of the conversation. */
  onAccepted: (conversation: number) => void;
  onOpen: (conversation: ConversationBody) => void;
}) {
  const gate = signal<Gate>({ kind: "loading" });
  const exchanges = signal<readonly Exchange[]>([]);
  const isAnswering = signal(false);
  /** Whether the page scrolls along with the answer. */
  const isFollowing = signal(true);
  /** Where the reader wants to be. */
  const wantedTurn = signal<string | undefined>(undefined);
  const model = signal<ConversationBody["model"] | undefined>(undefined);
  const canSignOut = signal(false);
  let number = 0;
  /** Of conversations that were opened; the newest one counts. */
  let starts = 0;
  let session = createSession();
  /** Messages that may not have reached the server, by conversation. */
  const unsent = new Map<number, readonly Message[]>();

  function createSession() {
    const of = number;
    return createChatSession({
      api: api.of(of),
      exchanges,
      onAnswering: (is) => {
        isAnswering.value = is;
      },
      onSend: () => {
        isFollowing.value = true;
      },
      onAccepted: () => onAccepted(of),
      onPasswordRequired: askForPassword,
    });
  }

  function askForPassword(): void {
    gate.value = { kind: "password" };
  }

  /**
   * Opens a conversation, at a turn or its end, or shows why it cannot be
   * opened.
   */
  async function start(next: number, turn?: string): Promise<void> {
    unsent.set(number, session.stop());
    number = next;
    starts += 1;
    const own = starts;
    gate.value = { kind: "loading" };
    const loaded = await api.of(next).loadConversation();
    // Another one, or the same one again, was opened meanwhile.
    if (own !== starts) return;
    const outcome = loaded.kind === "stranger" ? await openSession() : loaded;
    if (own !== starts) return;
    if (outcome.kind === "done") {
      show(outcome.value, turn);
      gate.value = { kind: "open" };
      onOpen(outcome.value);
    } else if (outcome.kind === "refused" && needsPassword(outcome.problem)) {
      askForPassword();
    } else {
      gate.value = { kind: "failure", failure: outcome };
    }
  }

  async function openSession(): Promise<Outcome<ConversationBody>> {
    if (await api.isIdentified()) return api.openSession(undefined);
    const proof = await proveHuman({
      show: () =>
        new Promise((mount) => {
          gate.value = { kind: "proof", mount };
        }),
    });
    return proof.kind === "token" ? api.openSession(proof.token) : proof;
  }

  function show(body: ConversationBody, turn: string | undefined): void {
    const { messages, open } = body;
    model.value = body.model;
    canSignOut.value = body.can_sign_out === true;
    const arrived = new Set([...messages, ...open].map((one) => one.turn));
    wantedTurn.value = arrived.has(turn ?? "") ? turn : undefined;
    isFollowing.value = wantedTurn.value === undefined;
    session = createSession();
    const turns = [...Map.groupBy(messages, (one) => one.turn)];
    exchanges.value = turns.map(([id, ofTurn]) => toExchange(id, ofTurn));
    for (const { turn: id, text, files } of open)
      session.resume({ id, text, files: toFiles(files) });
    for (const message of unsent.get(number) ?? []) {
      if (!arrived.has(message.id)) session.addUnsent(message);
    }
  }

  function toExchange(turn: string, ofTurn: readonly ShownMessage[]): Exchange {
    const question = ofTurn.find(
      ({ role, origin }) => role === "user" && origin === undefined,
    );
    const answer = ofTurn.find(({ role }) => role === "assistant");
    const asked = question && {
      id: turn,
      text: question.text,
      files: toFiles(question.files),
    };
    const exchange = { turn, question: asked, api: api.of(number) };
    if (answer === undefined)
      return createExchange({ ...exchange, answer: NOT_ANSWERED });
    const { text, at, origin } = answer;
    const past = {
      text,
      isWhole: true,
      // 0: the server sent no time.
      at: at === 0 ? undefined : new Date(at),
      steps: undefined,
      sources: undefined,
      stepCount: answer.steps,
      sourceCount: answer.has_sources === false ? (0 as const) : undefined,
    };
    const { thumb } = answer;
    return createExchange({ ...exchange, answer: past, thumb, origin });
  }

  return {
    gate,
    exchanges,
    isAnswering,
    isFollowing,
    wantedTurn,
    model,
    canSignOut,
    start,
    /** Opens the same conversation again. */
    restart: () => void start(number),
    send: (message: NewMessage) => session.send(message),
    stopAnswer: () => session.stopAnswer(),
    async logOut() {
      const outcome = await api.logOut();
      // Nothing of the visitor stays, neither on screen nor in a variable.
      if (outcome.kind === "done") location.reload();
    },
  };
}

function toFiles(names: readonly string[] = []): readonly { name: string }[] {
  return names.map((name) => ({ name }));
}
