import { escapeMarkdown, quoteText, shorten } from "../../text.ts";
import type { SourceList, Turn, TurnStep } from "../../turn.ts";
import type { Memory } from "../memory.ts";
import type { Texts } from "../texts.ts";
import type { CommandReply } from "./command-reply.ts";

/** All of it fits into a message, together with the sources mostly. */
const MAX_STEPS = 8;
/** In UTF-16 units. */
const MAX_INPUT = 120;
const MAX_OBSERVATION = 300;

/** The steps behind the last answer of the conversation: tools, what they were given and what they found, sources. */
export async function explainAnswer({
  memory,
  texts,
}: {
  memory: Memory;
  texts: Texts;
}): Promise<CommandReply> {
  const turn = await findLastAnswered(memory);
  if (turn === undefined) return { reply: texts.noAnswerYet };
  const { steps } = turn;
  if (steps.length === 0) return { reply: texts.noSteps };
  const shown = steps.slice(0, MAX_STEPS);
  const head = texts.steps({ count: steps.length, shown: shown.length });
  const sources: SourceList = {
    label: texts.sources,
    sources: steps.flatMap((step) => step.sources ?? []),
  };
  const described = shown.map((step, index) =>
    describeStep(step, { number: index + 1, texts }),
  );
  return { reply: `${head}\n\n${described.join("\n>\n")}`, sources };
}

async function findLastAnswered(memory: Memory): Promise<Turn | undefined> {
  const record = await memory.read({ newest: 1 });
  const id = record?.messages.at(-1)?.turn;
  return id === undefined ? undefined : memory.findTurn(id);
}

/** As a quote, which a channel folds where it is long. */
function describeStep(
  { action, observation }: TurnStep,
  { number, texts }: { number: number; texts: Texts },
): string {
  const input = shorten(toLine(action.input), MAX_INPUT);
  const found = shorten(observation ?? texts.noObservation, MAX_OBSERVATION);
  const title = escapeMarkdown(`${number}. ${action.tool}`);
  return `> **${title}** ${escapeMarkdown(input)}\n${quoteText(found)}`;
}

/** An input of one field is what stands in that. */
function toLine(input: unknown): string {
  const isObject = typeof input === "object" && input !== null;
  const [only, ...more] = isObject ? Object.values(input) : [input];
  const text =
    typeof only === "string" && more.length === 0
      ? only
      : (JSON.stringify(input) ?? "");
  return text.replace(/\s+/g, " ");
}
