import type { AttachmentContent } from "../../channel.ts";
import type { IncomingMessage } from "../../message.ts";
import { keysUnder, type Piece } from "../../store.ts";
import type { Turn, TurnStep } from "../../turn.ts";
import { ConversationBusyError } from "../state/document.ts";
import { endTurn } from "../state/end.ts";
import { nameFiles, readFile } from "../state/files.ts";
import {
  findByNumber,
  type KnownTurn,
  loadTurn,
  toTurn,
} from "../state/load-turn.ts";
import {
  hashText,
  keys,
  listUnder,
  numberIn,
  toPiece,
} from "../state/pieces.ts";
import { type Beginning, beginRun, mergeTurns } from "../state/run.ts";
import {
  type ConversationState,
  findOpen,
  isUnanswered,
  type OpenTurn,
  type Outcome,
} from "../state/state.ts";
import type { MemoryContext } from "./context.ts";

/** How turns are worked on. */
export interface RunningMemory {
  /** For an id that was merged into another turn, that one. */
  findTurn(id: string): Promise<Turn | undefined>;
  /** The oldest turn that is not closed. */
  nextTurn(): Promise<Turn | undefined>;
  /** The same without what was said in it. Reads the state alone. */
  nextOpen(): Promise<OpenTurn | undefined>;
  /** Those that nothing was done for yet, oldest first. */
  waitingTurns(): Promise<readonly Turn[]>;
  /**
   * Work on the turn begins (again): one attempt more, and `thinking` unless it has ended. Progress (the commit, a sent part) sets the
   * count back to this one. Returns the turn as it is now, `undefined` where it is closed. Throws `ConversationBusyError` while another
   * worker has the conversation.
   */
  beginAttempt(id: string): Promise<Turn | undefined>;
  /**
   * Gives a turn without a reply the message of all, and makes those of `others`, which wait, part of it; their ids stand for it from
   * then on. `undefined`, and nothing changed, where that is not so any more.
   */
  mergeTurns(
    id: string,
    others: readonly string[],
    message: IncomingMessage,
  ): Promise<Turn | undefined>;
  /**
   * Stores what came of one reply of the model, from the index on that comes next, or one step whose tool has run. Nothing for a turn
   * that has ended or was forgotten.
   */
  saveSteps(
    id: string,
    from: number,
    steps: readonly TurnStep[],
  ): Promise<void>;
  /** A file that came with a message, by the name that its attachment has for it; `gone` once that is answered. */
  fetchAttachment(
    file: string,
    options: { maxBytes: number },
  ): Promise<AttachmentContent>;
  /** Whether a stored step, of any turn, has that page among its sources; fragments do not count. Constant work, however many there are. */
  wasShown(url: string): Promise<boolean>;
  /**
   * Ends the turn, once, with its history and parts; closes it, too, when there are none to send, and then erases the files that came
   * with its message, unless it has failed. `undefined`, and nothing changed, when it has ended already or was forgotten.
   */
  commitTurn(id: string, outcome: Outcome): Promise<Turn | undefined>;
}

export function createRunningMemory(context: MemoryContext): RunningMemory {
  const { document, store, load, loadOpen, now, leaseMs } = context;
  const { change, read, readNewest } = document;
  const isHeld = (id: string): boolean => document.held?.turn.id === id;

  return {
    findTurn: async (id) => (await load(await read(), id))?.turn,

    nextOpen: async () => (await readNewest()).open[0],

    async nextTurn() {
      const state = await readNewest();
      const [open] = state.open;
      return open && loadOpen(state, open);
    },

    async waitingTurns() {
      const state = await read();
      const waiting = state.open.filter(({ status }) => status === "accepted");
      const turns = waiting.map((open) => loadOpen(state, open));
      return (await Promise.all(turns)).filter((turn) => turn !== undefined);
    },

    async beginAttempt(id) {
      document.hold(undefined);
      let turn: Turn | undefined;
      const begun = await change<Beginning | undefined>(async (state) => {
        const open = findOpen(state, id);
        if (open === undefined) return { result: undefined };
        turn = await loadOpen(state, open);
        return beginRun(state, open, {
          now: now(),
          leaseMs,
          said: turn,
          earlier: await findSuperseded(context, state, open),
        });
      });
      if (begun?.kind === "busy")
        throw new ConversationBusyError({ retryAfterMs: begun.until - now() });
      if (begun === undefined || turn === undefined) return undefined;
      const { status, attempts, number } = begun.turn;
      document.hold({
        number,
        run: begun.run,
        turn: { ...turn, status, attempts },
        steps: [...turn.steps],
      });
      return document.held?.turn;
    },

    async mergeTurns(id, others, message) {
      let merged: readonly OpenTurn[] = [];
      const isMerged = await change(
        (state) => {
          merged = state.open.filter((turn) => others.includes(turn.id));
          return mergeTurns(state, { id, others, message });
        },
        { isWork: true },
      );
      if (!isMerged) return undefined;
      await Promise.all(
        merged.map(({ number }) => store.erase(keysUnder(keys.turn(number)))),
      );
      const { held } = document;
      if (held === undefined || !isHeld(id))
        return (await load(await read(), id))?.turn;
      const turn = { ...held.turn, message };
      document.hold({ ...held, turn });
      const isStopped = findOpen(await read(), id)?.isStopped;
      const steps = [...held.steps];
      return { ...turn, steps, ...(isStopped && { isStopped }) };
    },

    async saveSteps(id, from, steps) {
      const { held } = document;
      const [first] = steps;
      if (held === undefined || !isHeld(id) || first === undefined) return;
      const turn = findOpen(await read(), id);
      if (turn === undefined || !isUnanswered(turn)) return;
      const { number } = turn;
      const { epoch } = held.run;
      const isDone = from < held.steps.length;
      await document.put([
        isDone
          ? toPiece(keys.done(number, epoch, from), {
              index: from,
              step: first,
            })
          : toPiece(keys.decided(number, epoch, from), { from, steps }),
        ...(context.keepsPages ? await toPages(turn, steps) : []),
      ]);
      held.steps.splice(from, steps.length, ...steps);
    },

    fetchAttachment: (file, options) => readFile(store, file, options),

    wasShown: (url) => wasShown(context, url),

    async commitTurn(id, outcome) {
      let before: { readonly turn: Turn } | undefined;
      const ended = await change<OpenTurn | undefined>(
        async (state) => {
          const turn = findOpen(state, id);
          if (turn === undefined || !isUnanswered(turn))
            return { result: undefined };
          const { held } = document;
          before =
            held !== undefined && held.number === turn.number
              ? { turn: { ...held.turn, steps: [...held.steps] } }
              : await loadTurn(store, state, { id, state: turn });
          return endTurn(state, turn, {
            outcome,
            steps: before?.turn.steps ?? [],
            message: before?.turn.message,
            now: now(),
          });
        },
        { isWork: isHeld(id) },
      );
      if (ended === undefined || before === undefined) return undefined;
      const hasFiles = nameFiles(before.turn.message).length > 0;
      if (hasFiles && ended.status === "delivered")
        await store.erase(keysUnder(keys.files(ended.number)));
      const { held } = document;
      if (held !== undefined && isHeld(id))
        document.hold({ ...held, parts: outcome.parts });
      const { isStopped: _, failure: __, ...said } = before.turn;
      const { reply, usage } = outcome;
      return toTurn(ended, { ...said, reply, usage });
    },
  };
}

/** The turn of the message that the turn's own is an edit of, if it has not begun yet. */
async function findSuperseded(
  { store }: MemoryContext,
  state: ConversationState,
  { status, supersedes }: OpenTurn,
): Promise<KnownTurn | undefined> {
  if (status !== "accepted" || supersedes === undefined) return undefined;
  const found = await findByNumber(store, state, supersedes);
  return found.kind === "known" ? found : undefined;
}

/** The number of the last turn that has shown a page lies under the page's address. */
async function wasShown(
  { store, document, isExpired }: MemoryContext,
  url: string,
): Promise<boolean> {
  const address = toPageKey(url);
  if (address === undefined) return false;
  const prefix = keys.pages(await hashText(address));
  const state = await document.read();
  const options = { limit: 1, isNewestFirst: true };
  const [newest] = await listUnder(store, prefix, options);
  if (newest === undefined) return false;
  const number = numberIn(newest, 2);
  const isOpen = state.open.some((turn) => turn.number === number);
  return number >= state.firstTurn && (isOpen || !isExpired(newest.value));
}

async function toPages(
  { number, acceptedAt }: OpenTurn,
  steps: readonly TurnStep[],
): Promise<Piece[]> {
  const addresses = steps.flatMap(({ sources = [] }) =>
    sources.map(({ url }) => toPageKey(url) ?? url),
  );
  return Promise.all(
    [...new Set(addresses)].map(async (address) =>
      toPiece(keys.page(await hashText(address), number), acceptedAt),
    ),
  );
}

/** The same text for all addresses of one page: as the URL standard writes it, without its fragment. `undefined` for what is no address. */
function toPageKey(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null) return undefined;
  url.hash = "";
  return url.href;
}
