import { signal } from "@preact/signals";
import { LINK_CODE_MS } from "../../../types/link.ts";
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
import type { Suggestions } from "./suggestions.ts";

/** What is shown before a conversation. */
type Gate =
  | { readonly kind: "loading" }
  | { readonly kind: "password" }
  /** The visitor proves, in an element of the page, that they are human. */
  | { readonly kind: "proof"; readonly mount: (place: HTMLElement) => void }
  | { readonly kind: "failure"; readonly failure: Failure }
  | { readonly kind: "open" };

const LINKS = /^\s*\/link\b/i;

/** The conversation that is open: its messages, and what can be done. */
export type Chat = ReturnType<typeof createChat>;

/** Opens conversations and sends their messages. */
export function createChat({
  api,
  suggestions,
  onAccepted,
  onOpen,
}: {
  api: Api;
  suggestions: Suggestions;
  /** Called when the server has accepted a message of the conversation. */
  onAccepted: (conversation: number, turn: string) => void;
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
  /** The version that was just chosen, and by which step. */
  const switched = signal<{ turn: string; by: -1 | 1 } | undefined>(undefined);
  let number = 0;
  /** A person of the team has the conversation, and may write at any time. */
  let isWithPerson = false;
  /** It is shared with other chats. */
  let isLinked = false;
  /** A code may be used in another chat, in milliseconds since the epoch. */
  let linkableUntil = 0;
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
        suggestions.clear();
      },
      onReplied(exchange) {
        void suggestions.find(exchange);
        if (isLinked) void lookForNews();
      },
      onAccepted: (turn) => onAccepted(of, turn),
      onLeftToPerson: () => {
        isWithPerson = true;
      },
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
    suggestions.clear();
    number = next;
    starts += 1;
    const own = starts;
    gate.value = { kind: "loading" };
    const loaded = await api.of(next).loadConversation(turn);
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
    const turns = [...body.messages, ...body.open].map((one) => one.turn);
    wantedTurn.value = turns.find((one) => one === turn);
    isFollowing.value = wantedTurn.value === undefined;
    draw(body, []);
  }

  /**
   * Shows what a person of the team, a schedule, or somebody in a linked chat
   * has said since the conversation was opened; all of it again once it is
   * linked, or no longer.
   */
  async function lookForNews(): Promise<void> {
    if (gate.value.kind !== "open") return;
    const own = starts;
    const loaded = await api.of(number).loadConversation();
    if (own !== starts || loaded.kind !== "done") return;
    const { messages, is_linked = false, with_person = false } = loaded.value;
    const isChanged = is_linked !== isLinked;
    const shown = new Set(exchanges.value.map(({ turn }) => turn));
    const unknown = messages.filter(({ turn }) => !shown.has(turn));
    const isMore = isLinked && unknown.length > 0;
    if ((isChanged || isMore) && !isAnswering.value) {
      redraw(loaded.value, isChanged ? [] : exchanges.value);
      return;
    }
    isWithPerson = with_person;
    for (const news of unknown.filter(({ origin }) => origin !== undefined)) {
      const before = messages[messages.indexOf(news) - 1]?.turn;
      const at = exchanges.value.findLastIndex(({ turn }) => turn === before);
      const exchange = toExchange(news.turn, [news]);
      const place = at < 0 ? exchanges.value.length : at + 1;
      exchanges.value = exchanges.value.toSpliced(place, 0, exchange);
    }
  }

  /** Redraws what is open; the newest exchange stays, e.g. a command. */
  function redraw(body: ConversationBody, kept: readonly Exchange[]): void {
    const newest = exchanges.value.at(-1);
    starts += 1;
    unsent.set(number, session.stop());
    draw(body, kept);
    const isGone = exchanges.value.every(({ turn }) => turn !== newest?.turn);
    if (newest && isGone) exchanges.value = [...exchanges.value, newest];
  }

  /** @param kept exchanges that stay as they are drawn */
  function draw(body: ConversationBody, kept: readonly Exchange[]): void {
    const { messages, open } = body;
    model.value = body.model;
    canSignOut.value = body.can_sign_out === true;
    isWithPerson = body.with_person === true;
    isLinked = body.is_linked === true;
    session = createSession();
    const turns = Map.groupBy(messages, (one) => one.turn);
    exchanges.value = [...turns].map(
      ([id, ofTurn]) =>
        kept.find((one) => one.turn === id) ?? toExchange(id, ofTurn),
    );
    for (const { turn: id, text, files, versions } of open)
      session.resume({ id, text, files: toFiles(files) }, versions);
    const arrived = new Set([...messages, ...open].map((one) => one.turn));
    for (const message of unsent.get(number) ?? []) {
      if (!arrived.has(message.id)) session.addUnsent(message);
    }
  }

  /**
   * Shows another version of a question, and what followed it.
   * @param by the step that led to it
   * @returns why not
   */
  async function choose(
    turn: string,
    by: -1 | 1,
  ): Promise<Failure | undefined> {
    // What is being loaded belongs to the former version.
    starts += 1;
    const own = starts;
    const outcome = await api.of(number).choose(turn);
    if (own !== starts) return undefined;
    if (outcome.kind !== "done") return outcome;
    if (isAnswering.value) {
      // A message was sent meanwhile.
      void start(number, turn);
      return undefined;
    }
    const before = exchanges.value.findIndex((one) =>
      one.versions.includes(turn),
    );
    isFollowing.value = false;
    switched.value = { turn, by };
    unsent.set(number, session.stop());
    suggestions.clear();
    draw(outcome.value, exchanges.value.slice(0, Math.max(0, before)));
    onAccepted(number, turn);
    return undefined;
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
    const { versions } = question ?? {};
    const exchange = { turn, question: asked, versions, api: api.of(number) };
    if (answer === undefined)
      return createExchange({ ...exchange, answer: NOT_ANSWERED });
    const { text, at, origin } = answer;
    const past = {
      text,
      isWhole: true,
      at: new Date(at),
      steps: undefined,
      sources: undefined,
      stepCount: answer.steps,
      hasSources: answer.has_sources,
    };
    const { thumb, question: waiting } = answer;
    return createExchange({
      ...exchange,
      answer: { ...past, question: waiting },
      thumb,
      origin,
    });
  }

  return {
    gate,
    exchanges,
    isAnswering,
    isFollowing,
    wantedTurn,
    model,
    canSignOut,
    switched,
    start,
    choose,
    /** Opens the same conversation again. */
    restart: () => void start(number),
    lookForNews,
    /** The same, if a person is there, or the conversation may be linked. */
    async lookForPerson() {
      if (isWithPerson || Date.now() < linkableUntil) await lookForNews();
    },
    send(message: NewMessage) {
      if (LINKS.test(message.text)) linkableUntil = Date.now() + LINK_CODE_MS;
      session.send(message);
    },
    stopAnswer: () => session.stopAnswer(),
  };
}

function toFiles(names: readonly string[] = []): readonly { name: string }[] {
  return names.map((name) => ({ name }));
}
