import { CalculationError, refuse } from "../calculation-error.ts";
import { joinThousands, type Bracket } from "./thousands.ts";
import { isSign, type Token } from "./token.ts";

/** Limits recursion: runtimes with a small stack could overflow. */
const MAX_DEPTH = 30;

/** The parser's position in the tokens, with the open brackets. */
export class Cursor {
  #tokens: readonly Token[];
  readonly #text: string;
  #index = 0;
  readonly #open: (Pick<Bracket, "kind" | "operation"> & {
    readonly token: Token;
  })[] = [];

  constructor(tokens: readonly Token[], text: string) {
    this.#text = text;
    this.#tokens = joinThousands(tokens, text, { kind: "whole", open: -1 });
  }

  get next(): Token | undefined {
    return this.at(0);
  }

  /** In a call, or in a list in it, that makes one value of many. */
  get mayLoop(): boolean {
    const [innermost, outer] = this.#open.toReversed();
    const call = innermost?.kind === "list" ? outer : innermost;
    return /^(?:sum|product|min|max)$/.test(call?.operation?.name ?? "");
  }

  /** The token at an offset from the next one; -1 is the previous one. */
  at(offset: number): Token | undefined {
    return this.#tokens[this.#index + offset];
  }

  advance(count: number): void {
    this.#index += count;
  }

  /** Consumes the next token if it is one of the signs, and returns it. */
  take(...signs: readonly string[]): string | undefined {
    const { next } = this;
    if (next === undefined || !("sign" in next) || !signs.includes(next.sign))
      return undefined;
    this.#index++;
    return next.sign;
  }

  open(bracket: Pick<Bracket, "kind" | "operation">): Token {
    const { next } = this;
    if (next?.kind !== "open") return this.refuseNext();
    if (this.#open.length >= MAX_DEPTH)
      this.#refuseBracket("too many open brackets", next);
    this.#tokens = joinThousands(this.#tokens, this.#text, {
      ...bracket,
      open: this.#index,
      isInCall: this.#open.at(-1)?.kind === "call",
    });
    this.#open.push({ ...bracket, token: next });
    this.#index++;
    return next;
  }

  /** Leaves the innermost bracket if the next token closes it. */
  close(): boolean {
    const open = this.#open.at(-1)?.token;
    const isClosed = this.take(isSign(open, "(") ? ")" : "]") !== undefined;
    if (isClosed) this.#open.pop();
    return isClosed;
  }

  refuse(problem: string, { start }: Token, hint: string): never {
    refuse(problem, { text: this.#text, index: start, hint });
  }

  refuseNext(): never {
    const { next } = this;
    const unclosed = this.#open.at(-1)?.token;
    if (next === undefined && unclosed !== undefined)
      this.#refuseBracket(`unclosed ${this.#quote(unclosed, 1)}`, unclosed);
    if (next === undefined)
      throw new CalculationError(
        `something is missing at the end of ${JSON.stringify(this.#text.slice(-40))}.`,
      );
    if (next.kind === "close")
      this.#refuseBracket(`unexpected ${JSON.stringify(next.sign)}`, next);
    const [, hint] = HINTS.find(([sign]) => isSign(next, sign)) ?? [];
    if (hint !== undefined)
      this.refuse(`unexpected ${this.#quote(next, 1)}`, next, hint);
    this.refuse(
      `cannot read ${this.#quote(next, 10)}`,
      next,
      "An operator or a number is missing or superfluous.",
    );
  }

  #refuseBracket(problem: string, token: Token): never {
    const hint =
      "Every bracket needs its counterpart, and at most 30 may be open.";
    this.refuse(problem, token, hint);
  }

  #quote({ start }: Token, length: number): string {
    return JSON.stringify(this.#text.slice(start, start + length));
  }
}

/** Hints for signs that other languages use in another way. */
const HINTS: readonly (readonly [string, string])[] = [
  ["%", "Write 25%, 25% of 300, or 7 % 3 for the remainder."],
  [
    ",",
    "Write decimals with a point (0.5), thousands like 1,234.5, and lists like [1, 2].",
  ],
  ["for", "Loops need sum, prod, min or max: sum(x^2 for x in range(1, 11))."],
  ["?", "Write a condition as x > 0 ? 1 : 2."],
  [">", "Write comparisons as 3 >= 2 or 3 == 2, and bit shifts as 8 >> 1."],
  [":", "Write range(1, 11) for the numbers from 1 to 10."],
];
