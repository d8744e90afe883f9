import { escapeMarkdown } from "../../text/text.ts";
import type { Receipt } from "../../types/channel.ts";
import type { IncomingMessage } from "../../types/message.ts";
import type { ReplyPart } from "../../types/reply.ts";
import type { TurnWork } from "../bot.ts";
import type { Card } from "../state/parts/find-card.ts";

/** A sent message that becomes a part of the reply: it is edited, last of all. */
export interface SettledCard {
  readonly receipt: Receipt;
  readonly part: ReplyPart;
}

/**
 * The question's message without its buttons and with what was decided, on
 * channels that can edit it. Shown after the answer, so that nothing is called
 * done before it is.
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
}): Promise<SettledCard | undefined> {
  if (resumed === undefined || channel.edit === undefined) return undefined;
  const card = await memory.findCard(id);
  if (card?.part.buttons === undefined) return undefined;
  // Its place is taken by a preview, which is to be removed.
  if ((await memory.listPreviews(id)).length > parts.length) return undefined;
  const { answers, replyTo: to } = message;
  const isDecision = answers !== undefined && answers.answer.kind !== "go-on";
  const said = isDecision
    ? texts.pause.decided(escapeMarkdown(answers.said), nameOf(message))
    : "";
  const [note] = await channel.split(said, { to });
  const { maxPartLength } = channel.capabilities;
  return { ...card, part: append(card, note, maxPartLength ?? 0) };
}

function nameOf({ author, origin }: IncomingMessage): string {
  if (origin?.kind === "operator") return escapeMarkdown(origin.name);
  const name = author.name ?? author.username ?? author.id;
  return escapeMarkdown(name.replaceAll(/\s+/g, " "));
}

const GAP = "\n\n";

/** What is too long stays without the note. */
function append(
  { part: shown }: Card,
  note: ReplyPart | undefined,
  maxLength: number,
): ReplyPart {
  const { buttons: _, ...part } = shown;
  const text = `${part.text}${GAP}${note?.text ?? ""}`;
  if (note === undefined || text.length > maxLength) return part;
  const start = part.text.length + GAP.length;
  const entities = [
    ...(part.entities ?? []),
    ...(note.entities ?? []).map((entity) => ({
      ...entity,
      offset: entity.offset + start,
    })),
  ];
  return { ...part, text, ...(part.entities && { entities }) };
}
