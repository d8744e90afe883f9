import type { Token } from "./token.ts";

/** An operator that nobody wrote, in front of that token. */
export function operatorAt(sign: string, { start }: Token): Token {
  return { kind: "operator", sign, start, end: start };
}

export function inBrackets(tokens: readonly Token[]): readonly Token[] {
  const start = tokens.at(0)?.start ?? 0;
  const end = tokens.at(-1)?.end ?? start;
  return [
    { kind: "open", sign: "(", start, end: start },
    ...tokens,
    { kind: "close", sign: ")", start: end, end },
  ];
}
