import { decode, encode } from "gpt-tokenizer/model/gpt-4o";

const TEXT =
  `The product is 408. Think of twelve rows with thirty-four seats each: a small theatre
with room for everybody who bought a ticket, and a few friends of the house. If you only want an estimate, take ten
times thirty-four and add two more rows, which is how most people do it in their heads. The same number comes up when
you pay twelve months of a subscription, or lay tiles along a corridor. It is divisible by two, three, four, six and
eight, so it is easy to share among a group, and it lies close enough to four hundred that rounding rarely hurts. Keep
in mind that a margin for breakage is a good habit, say five in a hundred, which would bring the order to about four
hundred and thirty pieces. If the seats are sold in blocks, ask for blocks of six: there are sixty-eight of them, and
no seat is left over. For a larger hall, double one side and the result doubles with it; double both and it becomes
four times as much. That is all there is to it, and you can check it with a pencil on the back of an envelope.`.replaceAll(
    "\n",
    " ",
  );

/** Creates an answer of that many o200k tokens, at most 230. */
export function createAnswer(tokens: number): string {
  return decode(encode(TEXT).slice(0, tokens)).trimEnd();
}
