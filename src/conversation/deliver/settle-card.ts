import { escapeMarkdown, lengthIn } from "../../text/text.ts";
import type { Channel } from "../../types/channel.ts";
import type { Author } from "../../types/message.ts";
import type { ReplyPart } from "../../types/reply.ts";
import type { TurnWork } from "../bot.ts";
import type { Card } from "../state/parts/find-quoted.ts";

/**
 * The question's message without its buttons and with what was decided, on
 * channels that can edit it: a part of the reply, after the answer, so that
 * nothing is called done before it is.
 */
export async function settleCard({
  turn: { id, message, resumed },
  memory,
  channel,
  texts,
  parts,
}: Pick<TurnWork, "turn" | "memory" | "channel" | "texts"> & {
  /** Of the reply. */
  parts: readonly ReplyPart[];
}): Promise<Card | undefined> {
  if (resumed === undefined || channel.edit === undefined) return undefined;
  const card = await memory.findCard(id);
  if (card?.part.buttons === undefined) return undefined;
  // Its place is taken by a preview, which is to be removed.
  if ((await memory.listPreviews(id)).length > parts.length) return undefined;
  const { answers } = message;
  const isDecision = answers !== undefined && answers.answer.kind !== "go-on";
  const said = isDecision
    ? texts.pause.decided(escapeMarkdown(answers.said), nameOf(message.author))
    : "";
  const [note] = await channel.split(said);
  return { ...card, part: append(card, note, channel.capabilities) };
}

function nameOf({ id, name, username }: Author): string {
  return escapeMarkdown((name ?? username ?? id).replaceAll(/\s+/g, " "));
}

/** What is too long stays without the note, which is plain text. */
function append(
  { part: shown }: Card,
  note: ReplyPart | undefined,
  { maxPartLength, lengthUnit }: Channel["capabilities"],
): ReplyPart {
  const { buttons: _, ...part } = shown;
  if (note === undefined) return part;
  const text = `${part.text}\n\n${note.text}`;
  return lengthIn(text, lengthUnit) > (maxPartLength ?? 0)
    ? part
    : { ...part, text };
}
