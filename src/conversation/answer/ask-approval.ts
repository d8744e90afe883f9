import { sha256 } from "../../runtime/hash.ts";
import { ToolError } from "../../types/errors.ts";
import type { IncomingMessage } from "../../types/message.ts";
import type { ReplyButton } from "../../types/reply.ts";
import type { Tool } from "../../types/tool.ts";
import type { Turn } from "../../types/turn.ts";
import type { Memory } from "../memory.ts";
import { textsFor, type Texts } from "../texts/texts.ts";
import type { PromptOrigins } from "./find-origins.ts";
import { findLastAnswer } from "./last-answer.ts";

export interface Approvals {
  /** Throws a `ToolError` unless the tool may run with this input now. */
  readonly approve: (tool: Tool, input: unknown) => Promise<void>;
  /**
   * What to ask the user below the answer, as Markdown; empty if nothing is
   * pending.
   */
  readonly question: () => string;
  /** To answer the question with a tap; none if nothing is pending. */
  readonly buttons: () => readonly (readonly ReplyButton[])[];
}

/** The command of the buttons. Nobody needs to know it: see `asWritten`. */
const COMMAND = "approve";
const NO = "no";
/** The command of the button below an answer that was cut. */
export const CONTINUE = "continue";

/** Users would not read more than these. */
const MAX_PENDING = 3;
const MAX_INPUT = 1_500;

/**
 * Has the user approve actions that a third party may have prompted. A
 * `harmful` tool runs without approval only if the prompt contains no
 * third-party text, so a remote server's always asks; one with `unknown`
 * effects, only if nothing was read but its own server's texts. Otherwise
 * Parley, not the model, shows the user the whole action with a code. A message
 * that is nothing but the code approves exactly this action, once, in the next
 * turn of the same person, if the previous answer shows both. The code is a
 * hash of values that are in no prompt (the conversation and the ids of turn
 * and person), so no text that the model reads can make the user approve
 * something else. An edited message approves nothing: the original may already
 * have done so.
 *
 * If a crash intervenes, the question is lost: the action did not run, and the
 * question is asked again when the model retries it.
 * @param last the previous turn in the history and its answer
 * @param findOrigins see `findPromptOrigins`
 * @param unasked names of tools that never ask; `shop__*` for all of a server
 */
export function createApprovals({
  turn,
  last,
  findOrigins,
  unasked,
  texts,
}: {
  turn: Pick<Turn, "id" | "message">;
  last: { readonly id: string; readonly answer: string } | undefined;
  findOrigins: () => PromptOrigins;
  unasked: readonly string[];
  texts: Texts;
}): Approvals {
  const pending = new Map<
    string,
    { tool: string; input: string; code: string }
  >();
  const used = new Set<string>();

  const mayRunUnasked = ({ name, effect, server }: Tool): boolean => {
    if (unasked.includes(name) || unasked.includes(`${server}__*`)) return true;
    const { read, described } = findOrigins();
    return effect === "harmful"
      ? read.length + described.length === 0
      : read.every((origin) => origin === server);
  };

  const isApproved = async (action: string, input: string) => {
    const { text, isEdit } = turn.message;
    if (last === undefined || isEdit || used.has(action)) return false;
    const code = await toCode(action, { turn: last.id, of: turn });
    const wasAsked = last.answer.includes(code) && last.answer.includes(input);
    if (!wasAsked || !saysCode(text, code)) return false;
    used.add(action);
    return true;
  };

  const ask = async (tool: string, action: string, input: string) => {
    if (input.length > MAX_INPUT)
      throw new ToolError(
        `${tool} was not run: it may change something, so the user has to approve it, but its input is too long to show. Make it shorter.`,
      );
    const code = await toCode(action, { turn: turn.id, of: turn });
    if (pending.size < MAX_PENDING) pending.set(action, { tool, input, code });
    throw new ToolError(
      `${tool} was not run: it may change something, so the user has to approve it first. They are asked below your answer. Say in one sentence what you would do, and stop there.`,
    );
  };

  return {
    async approve(tool, fields) {
      if (tool.effect === undefined) return;
      const input = writeSorted(fields);
      const action = `${tool.name} ${input}`;
      if (mayRunUnasked(tool) || (await isApproved(action, input))) return;
      await ask(tool.name, action, input);
    },
    question: () =>
      [...pending.values()]
        .map(({ tool, input, code }) =>
          texts.approval.question(tool, input, code),
        )
        .join("\n\n"),
    buttons: () =>
      pending.size === 0
        ? []
        : [
            ...[...pending.values()].map(({ code }, index) => {
              const place = pending.size === 1 ? "" : ` (${index + 1})`;
              const label = texts.approval.run + place;
              return [{ label, command: `${COMMAND} ${code}` }];
            }),
            [{ label: texts.approval.doNotRun, command: `${COMMAND} ${NO}` }],
          ],
  };
}

/**
 * The message of a button below a question, as if its author had typed the
 * answer: the agent is to read it. Other messages stay as they are.
 */
export function asWritten(message: IncomingMessage): IncomingMessage {
  const { command, ...rest } = message;
  const { approval, goOn } = textsFor(message);
  if (command?.name === CONTINUE) return { ...rest, text: goOn.text };
  if (command?.name !== COMMAND) return message;
  const { word, doNotRun } = approval;
  const { argument } = command;
  const text = argument === NO ? doNotRun : `${word} ${argument}`;
  return { ...rest, text };
}

/**
 * Whether the message approves by a button what is not asked any more: since
 * the last answer did not ask it.
 */
export async function isLateApproval(
  { pressedBelow, command, text }: IncomingMessage,
  memory: Pick<Memory, "readRecord">,
): Promise<boolean> {
  if (pressedBelow === undefined || command !== undefined) return false;
  const code = text.split(" ").at(-1) ?? "";
  if (!CODE.test(code)) return false;
  const last = await findLastAnswer(memory);
  return last?.text.includes(code) !== true;
}

/**
 * 30 bits in unambiguous characters; enough, since a code is valid in one turn
 * only.
 */
const LETTERS = "23456789abcdefghijkmnpqrstuvwxyz";

async function toCode(
  action: string,
  { turn, of: { message } }: { turn: string; of: Pick<Turn, "message"> },
): Promise<string> {
  const { conversation, author } = message;
  const bytes = await sha256(
    JSON.stringify([conversation, turn, author.id, action]),
  );
  return Array.from(bytes.subarray(0, 6), (byte) => LETTERS[byte % 32]).join(
    "",
  );
}

const CODE = /^[2-9a-km-np-z]{6}$/;

/**
 * The code must be on a line of nothing but codes: "do not approve 7k2m9q" is
 * no approval. Merged messages are on separate lines.
 */
function saysCode(text: string, code: string): boolean {
  return text
    .toLowerCase()
    .split("\n")
    .some((line) => isBareApproval(line) && wordsIn(line).includes(code));
}

/** Whether a line is nothing but words that may approve an action. */
export function isBareApproval(line: string): boolean {
  return wordsIn(line.toLowerCase()).every(
    (word) => word === "approve" || word === "同意" || CODE.test(word),
  );
}

function wordsIn(line: string): readonly string[] {
  return line.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Serialises an input independently of the order of its fields. */
function writeSorted(input: unknown): string {
  return JSON.stringify(input, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value).toSorted(([one], [other]) =>
            one < other ? -1 : 1,
          ),
        )
      : value,
  );
}
