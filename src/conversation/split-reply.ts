import type { Channel, ReplyButton, ReplyFile, ReplyPart } from "../channel.ts";
import type { ReplyAddress } from "../message.ts";
import type { SourceList } from "../turn.ts";

/** What goes with a reply's text. */
export interface ReplyExtras {
  readonly sources?: SourceList;
  /** Below the last part. */
  readonly buttons?: readonly (readonly ReplyButton[])[];
  /** Goes with the last part. */
  readonly file?: ReplyFile;
  /** Where a button was pressed, the reply takes the place of the message above it. */
  readonly replacesPressed?: true;
}

/** A reply in the parts in which it is sent to an address; none where it is empty, or is fetched. Pure. */
export function splitReply(
  reply: string,
  {
    channel,
    to,
    sources,
    buttons,
    file,
  }: ReplyExtras & { channel: Pick<Channel, "split">; to: ReplyAddress },
): readonly ReplyPart[] {
  const parts = channel.split(reply, {
    to,
    ...(sources !== undefined && { sources }),
  });
  const last = parts.at(-1);
  if (last === undefined) return parts;
  return [
    ...parts.slice(0, -1),
    {
      ...last,
      ...(buttons !== undefined && { buttons }),
      ...(file !== undefined && { file }),
    },
  ];
}
