import type { Archive } from "../../types/archive.ts";
import type { Handover } from "../../types/handover.ts";
import type { Delivery, Mailbox, TurnReference } from "../../types/mailbox.ts";
import type { IncomingMessage } from "../../types/message.ts";
import type { Schedules } from "../../types/schedule.ts";
import type { RemoteMemory } from "../memory.ts";
import type { Elsewhere } from "../state/people/link.ts";

/** All that is asked of conversations. */
export type ConversationPorts = Mailbox & Archive & Handover & Schedules;

/** ConversationPorts, each for itself: none follows a link. */
export interface OwnConversations extends Omit<
  ConversationPorts,
  "deliver" | "read" | "choose" | "recallNotes" | "editNote" | keyof Schedules
> {
  deliver(
    message: IncomingMessage,
    options?: { readonly isAsked: true },
  ): Promise<Delivery | Elsewhere>;
  memoryOf(conversation: string): RemoteMemory;
}

/**
 * Passes what is for a conversation on to its home. A message costs nothing
 * more where there is no link, since the conversation itself says whether it
 * belongs elsewhere; turns are looked for where they were accepted first.
 */
export function followLinks(own: OwnConversations): ConversationPorts {
  const homeOf = async (conversation: string): Promise<string> =>
    (await own.memoryOf(conversation).findLink()).home ?? conversation;
  const memoryAtHome = async (conversation: string): Promise<RemoteMemory> =>
    own.memoryOf(await homeOf(conversation));

  const deliver = async (message: IncomingMessage): Promise<Delivery> => {
    const first = await own.deliver(message);
    if (first.kind !== "elsewhere") return first;
    if (!first.isFormer) return passOn(message, first);
    const { home } = first;
    const turn = await own.findTurn({ conversation: home, id: message.id });
    if (turn !== undefined) return { kind: "duplicate", turn };
    const second = await own.deliver(message, { isAsked: true });
    return second.kind === "elsewhere" ? passOn(message, second) : second;
  };

  /** A home has no home; it may only have been left in this moment. */
  const passOn = async (
    message: IncomingMessage,
    { home }: Elsewhere,
  ): Promise<Delivery> => {
    const { conversation: via } = message;
    const passed = await own.deliver(
      { ...message, conversation: home, via },
      { isAsked: true },
    );
    if (passed.kind === "elsewhere")
      throw new Error("A conversation's home has a home.");
    return passed;
  };

  /** Asks the home about a turn that the conversation does not know. */
  const orAtHome = async <Result>(
    turn: TurnReference,
    ask: (turn: TurnReference) => Promise<Result>,
    isUnknown: (result: Result) => boolean,
  ): Promise<Result> => {
    const result = await ask(turn);
    if (!isUnknown(result)) return result;
    const conversation = await homeOf(turn.conversation);
    return conversation === turn.conversation
      ? result
      : ask({ ...turn, conversation });
  };
  const hasKindUnknown = ({ kind }: { kind: string }) => kind === "unknown";
  const isWordUnknown = (outcome: string) => outcome === "unknown";

  return {
    deliver,
    stop: (turn) => orAtHome(turn, own.stop, hasKindUnknown),
    retry: (turn) => orAtHome(turn, own.retry, hasKindUnknown),
    findTurn: (turn) =>
      orAtHome(turn, own.findTurn, (found) => found === undefined),
    rate: (turn, rating) =>
      orAtHome(turn, (one) => own.rate(one, rating), isWordUnknown),
    choose: (turn) =>
      orAtHome(
        turn,
        ({ conversation, id }) => own.memoryOf(conversation).chooseVersion(id),
        isWordUnknown,
      ),
    async addUsage(turn, usage) {
      const isHere = (await own.findTurn(turn)) !== undefined;
      const conversation = isHere
        ? turn.conversation
        : await homeOf(turn.conversation);
      await own.addUsage({ ...turn, conversation }, usage);
    },
    async *watch(turn, options) {
      let isKnown = false;
      for await (const event of own.watch(turn, options)) {
        isKnown = true;
        yield event;
      }
      if (isKnown) return;
      const conversation = await homeOf(turn.conversation);
      if (conversation !== turn.conversation)
        yield* own.watch({ ...turn, conversation }, options);
    },

    async read(conversation, options) {
      const record = await own.memoryOf(conversation).readRecord(options);
      const home = record?.link?.home;
      return home === undefined || options?.isOwn
        ? record
        : own.memoryOf(home).readRecord(options);
    },
    /** What was asked before chats were linked waits where it was asked. */
    async handOver(conversation, action) {
      const home = await homeOf(conversation);
      const outcome = await own.handOver(home, action);
      if (outcome.kind !== "over") return outcome;
      const { members = [] } = await own.memoryOf(home).findLink();
      for (const { name } of members) {
        const there = await own.handOver(name, action);
        if (there.kind !== "over") return there;
      }
      return outcome;
    },
    changeSettings: async (conversation, patch) =>
      own.changeSettings(await homeOf(conversation), patch),
    recallNotes: async (conversation) =>
      (await memoryAtHome(conversation)).recallNotes(),
    editNote: async (conversation, edit) =>
      (await memoryAtHome(conversation)).editNote(edit),
    async schedule(added) {
      const { conversation: via } = added.to;
      const conversation = await homeOf(via);
      return own
        .memoryOf(conversation)
        .schedule(
          conversation === via
            ? added
            : { ...added, to: { ...added.to, conversation, via } },
        );
    },
    listSchedules: async (conversation) =>
      (await memoryAtHome(conversation)).listSchedules(),
    cancelSchedule: async (conversation, id) =>
      (await memoryAtHome(conversation)).cancelSchedule(id),

    /** With what the others said before they were linked. */
    async forget(conversation) {
      const home = await homeOf(conversation);
      const { members = [] } = await own.memoryOf(home).findLink();
      for (const { name } of members) await own.forget(name);
      return own.forget(home);
    },
  };
}
