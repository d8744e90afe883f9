import type * as z from "zod";
import type { Problem } from "../../channel.ts";
import { MAX_BODY_BYTES } from "../json-body.ts";
import { readBeginning } from "../request-body.ts";
import { Update } from "./parse-update.ts";

/** Of a larger update only the beginning is read, where Telegram says whose it is. */
const MAX_READ_BYTES = 2_000_000;

const MAX_DROPPED_BYTES = 8_000_000;

/** What Telegram has sent: whatever it is, it is answered 2xx, since Telegram would send the same again for a day. */
export interface UpdateBody {
  /** Left out where it is none, or too long to be read whole. */
  readonly update?: z.infer<typeof Update>;
  /** What there is of its text, to find out whose it is. */
  readonly text: string;
  /** Too large to be taken as a message. */
  readonly isTooLarge: boolean;
  /** Bytes. */
  readonly size: number;
}

export type UpdateBodyReading =
  | { readonly kind: "read"; readonly body: UpdateBody }
  /** It did not arrive: the same again will. */
  | { readonly kind: "refused"; readonly problem: Problem };

/** Reads the body of a request whose sender is verified to be Telegram. Its headers are not looked at. */
export async function readUpdate(request: Request): Promise<UpdateBodyReading> {
  const beginning = await readBeginning(request, {
    maxBytes: MAX_READ_BYTES,
    droppedBytes: MAX_DROPPED_BYTES,
  });
  if (beginning.kind === "refused") return beginning;
  const { bytes, length: size } = beginning;
  const text = new TextDecoder().decode(bytes);
  const isTooLarge = size > MAX_BODY_BYTES;
  const update = size > bytes.length ? undefined : parseUpdateBody(text);
  return {
    kind: "read",
    body: { text, isTooLarge, size, ...(update !== undefined && { update }) },
  };
}

function parseUpdateBody(text: string): z.infer<typeof Update> | undefined {
  try {
    return Update.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
