import { breakAddresses } from "../../document/find-addresses.ts";
import { escapeMarkdown, shorten } from "../../text/text.ts";
import type { HistoryMessage, NoteEdit, Notes } from "../../types/history.ts";
import type { Turn } from "../../types/turn.ts";
import { signerOf } from "../accept/access.ts";
import type { CommandReply, CommandWork } from "./command-work.ts";

/** In UTF-16 units; all notes fit into one message with the text above them. */
const MAX_SHOWN_NOTES = 2_000;

const MAY_BE_NOTE = /^\d{1,3}$/;

type NoteMemory = Pick<CommandWork["memory"], "recallNotes">;

/** None if the conversation was forgotten meanwhile. */
async function readNotes(memory: NoteMemory): Promise<Notes> {
  return (await memory.recallNotes()) ?? { version: 0, notes: [] };
}

/** Whether it is a note's number rather than the id of a turn. */
async function mayMeanNote(
  memory: NoteMemory,
  value: string,
): Promise<boolean> {
  return MAY_BE_NOTE.test(value) && (await readNotes(memory)).notes.length > 0;
}

const VERBS: Readonly<Record<string, "export" | "forget" | "change">> = {
  export: "export",
  导出: "export",
  導出: "export",
  匯出: "export",
  forget: "forget",
  忘记: "forget",
  忘記: "forget",
  清除: "forget",
  change: "change",
  修改: "change",
};

/**
 * `/memory` shows what is remembered, with buttons for the rest. `/memory
 * export` sends it as a file, `/memory export 17` only what precedes the
 * message with that sequence. `/memory forget 3` deletes a note, and `/memory
 * change 3 …` corrects it. `/memory forget` asks for confirmation, and `/memory
 * forget <turn>` confirms the question asked by that turn, or `forget all
 * <turn>`, if the id might be a note's number. That works once, since the
 * question is forgotten, too. Pressing an old button, or one twice, shows what
 * is remembered now.
 */
export async function manageMemory(work: CommandWork): Promise<CommandReply> {
  const { argument, turn, bot, memory, channel, texts } = work;
  const [, word = "", value = "", rest = ""] =
    /^(\S*)\s*(\S*)\s*([^]*)$/.exec(argument) ?? [];
  const verb = VERBS[word];
  if (verb === "export") {
    if (!channel.capabilities.files) return { reply: texts.noFiles };
    return (await exportHistory(work, value)) ?? showMemory(work);
  }
  const number = Number(value);
  if (verb === "change" && MAY_BE_NOTE.test(value) && rest.trim() !== "")
    return editNote(work, { number, text: rest });
  if (verb !== "forget") return showMemory(work);
  if (await mayMeanNote(memory, value)) return editNote(work, { number });
  const asking = value === "all" ? rest : value;
  if (asking === "") return askToForget(work);
  if ((await memory.findTurn(asking)) === undefined) return showMemory(work);
  const person = await signerOf(turn.message);
  const linked = await findLinked(work);
  const names = linked.map(({ name }) => name);
  const revoke = await bot.signIns?.forget({
    person,
    conversations: [turn.message.conversation, ...names],
  });
  for (const { one } of linked) await one.forget();
  const forgotten = await memory.forget({ before: turn.id });
  await revoke?.();
  return { reply: texts.forgotten(forgotten), replacesPressed: true };
}

/**
 * Only of the list that was shown last: the numbers of another one mean other
 * notes, also if this command runs again after a crash.
 */
async function editNote(
  work: CommandWork,
  edit: Omit<NoteEdit, "version">,
): Promise<CommandReply> {
  const { memory, texts } = work;
  const { version, isListed } = await readNotes(memory);
  const { kind } = isListed
    ? await memory.editNote({ ...edit, version })
    : ({ kind: "outdated" } as const);
  const done = edit.text === undefined ? "forgotten" : "changed";
  const note = texts.notes[kind === "edited" ? done : kind];
  return showMemory(work, note);
}

async function showMemory(work: CommandWork, lead = ""): Promise<CommandReply> {
  const { buttons } = work.texts;
  return describeMemory(work, {
    lead,
    buttons: [
      ...(work.channel.capabilities.files
        ? [{ label: buttons.export, command: "memory export" }]
        : []),
      { label: buttons.forget, command: "memory forget" },
    ],
  });
}

async function askToForget(work: CommandWork): Promise<CommandReply> {
  const { buttons, reallyForget } = work.texts;
  const { id } = work.turn;
  const all = (await mayMeanNote(work.memory, id)) ? "all " : "";
  return describeMemory(work, {
    question: reallyForget,
    buttons: [
      { label: buttons.confirm, command: `memory forget ${all}${id}` },
      { label: buttons.keep, command: "memory" },
    ],
  });
}

/** Without buttons if nothing is remembered. */
async function describeMemory(
  { memory, texts, mark }: CommandWork,
  {
    lead = "",
    question = "",
    buttons,
  }: {
    lead?: string;
    question?: string;
    buttons: NonNullable<CommandReply["buttons"]>[0];
  },
): Promise<CommandReply> {
  const { messages, since } = await memory.measureHistory();
  if (since === undefined)
    return { reply: texts.nothingRemembered, replacesPressed: true };
  const [{ messages: seen }, known] = await Promise.all([
    memory.recall(),
    readNotes(memory),
  ]);
  const notes = listNotes(known.notes);
  const hasNotes = notes !== "";
  const description = texts.memory({
    messages,
    seen: seen.length,
    since: toDay(since),
    hasNotes,
  });
  const help = hasNotes && question === "" ? texts.notes.help(mark) : "";
  return {
    reply: [lead, description, notes, help, question]
      .filter(Boolean)
      .join("\n\n"),
    buttons: [buttons],
    replacesPressed: true,
    ...(hasNotes && { listsNotes: true }),
  };
}

/** As plain text: the model wrote them, perhaps after strangers' texts. */
function listNotes(notes: readonly string[]): string {
  const maxLength = Math.max(40, Math.floor(MAX_SHOWN_NOTES / notes.length));
  return notes
    .map((note, index) => {
      const text = escapeMarkdown(breakAddresses(shorten(note, maxLength)));
      return `${index + 1}. ${text}`;
    })
    .join("\n");
}

/** Maximum number of messages in one export. */
const MAX_MESSAGES = 1_000;
/**
 * Until sent, the file is stored as JSON within JSON, at most twice as long; a
 * row holds 2 MB.
 */
const MAX_BYTES = 900_000;
/**
 * In UTF-16 units of at most six bytes, so one message always fits into a file.
 */
const MAX_TEXT = 100_000;

/**
 * Exports the conversation as a JSON file: its newest messages, or the newest
 * before the given sequence. Adds a button for older ones that do not fit.
 * `undefined` if there are none.
 */
async function exportHistory(
  work: CommandWork,
  /** A sequence as typed or sent by a button; anything else means the end. */
  before: string,
): Promise<CommandReply | undefined> {
  const { turn, memory, texts } = work;
  const record = await memory.readRecord({
    newest: MAX_MESSAGES + 1,
    ...(/^\d{1,15}$/.test(before) && { before: Number(before) }),
  });
  const own = record?.messages ?? [];
  const { summary } = await memory.recall();
  const newest = takeNewest(own);
  const first = own[own.length - newest.length];
  if (first === undefined) return undefined;
  const hasOlder = newest.length < own.length;
  // What was said in linked chats before comes with the oldest.
  const lines = hasOlder
    ? newest
    : takeNewest([...(await readLinked(work)), ...own]);
  const older = {
    label: texts.buttons.older,
    command: `memory export ${first.sequence}`,
  };
  return {
    reply: texts.exported({ messages: lines.length, hasOlder }),
    file: {
      name: `conversation-${toDay(turn.acceptedAt)}.json`,
      content: writeFile({ turn, summary, lines }),
    },
    ...(hasOlder && { buttons: [[older]] }),
  };
}

/** The conversations whose home this one is. */
async function findLinked({ memory, bot: { links } }: CommandWork) {
  if (links === undefined) return [];
  const { members = [] } = await memory.findLink();
  return members.map(({ name }) => ({ name, one: links.of(name) }));
}

async function readLinked(
  work: CommandWork,
): Promise<readonly HistoryMessage[]> {
  const linked = await findLinked(work);
  const records = await Promise.all(
    linked.map(({ one }) => one.readRecord({ newest: MAX_MESSAGES })),
  );
  return records
    .flatMap((record) => record?.messages ?? [])
    .toSorted((a, b) => a.at - b.at);
}

/** One line of JSON each, oldest first. */
function takeNewest(messages: readonly HistoryMessage[]): readonly string[] {
  const lines: string[] = [];
  let bytes = 0;
  for (const message of messages.slice(-MAX_MESSAGES).toReversed()) {
    const line = JSON.stringify({
      at: new Date(message.at).toISOString(),
      role: message.role,
      ...(message.origin && { origin: message.origin.kind }),
      text: shorten(message.text, MAX_TEXT),
    });
    bytes += new TextEncoder().encode(line).length;
    if (bytes > MAX_BYTES) break;
    lines.push(line);
  }
  return lines.toReversed();
}

function writeFile({
  turn: { message, acceptedAt },
  summary,
  lines,
}: {
  turn: Turn;
  summary: string | undefined;
  lines: readonly string[];
}): string {
  const head = JSON.stringify({
    conversation: message.conversation,
    exported_at: new Date(acceptedAt).toISOString(),
    ...(summary !== undefined && { summary }),
  });
  return `${head.slice(0, -1)},"messages":[\n${lines.join(",\n")}\n]}\n`;
}

/** The UTC date, e.g. `2026-11-22`. */
function toDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, "2026-11-22".length);
}
