import { refuse } from "../calculation-error.ts";
import { matchAt } from "./match-at.ts";
import { endsOperand, type Token } from "./token.ts";

const SIGN = /\/\/|[=!<>]=|<<|>>|&&|\|\||\.[*^]|[-+*/^%()[\]{},;!'<>&|~?:]/y;

/** Signs that the parser writes in another way: `//` has the rank of `./` there. */
const OTHERS: Readonly<Record<string, string>> = {
  "//": "./",
  "&&": "and",
  "||": "or",
  "{": "(",
  "}": ")",
};

export function readSign(
  text: string,
  start: number,
  previous: Token | undefined,
): Token {
  const written = matchAt(SIGN, text, start);
  if (written === undefined) return refuseCharacter(text, start);
  const place = { start, end: start + written.length };
  const sign = OTHERS[written] ?? written;
  switch (sign) {
    case "(":
    case "[":
      return { kind: "open", sign, ...place };
    case ")":
    case "]":
      return { kind: "close", sign, ...place };
    case ",":
    case ";":
      return { kind: "separator", sign, ...place };
    case "!":
      return {
        kind: "operator",
        sign: endsOperand(previous) ? "!" : "not",
        ...place,
      };
    case "'":
      return previous?.kind === "close" || previous?.kind === "variable"
        ? { kind: "operator", sign, ...place }
        : refuseCharacter(text, start);
    default:
      return { kind: "operator", sign, ...place };
  }
}

const HINTS: readonly (readonly [RegExp, string])[] = [
  [
    /=/,
    "Equations are not solved: write one expression, or x == 5 to compare.",
  ],
  [/["'`]/, "Texts are not supported: write numbers and operators."],
  [/\$/, "Put a number in place of every placeholder."],
  [/\./, "Write numbers like 1234.5."],
];

function refuseCharacter(text: string, index: number): never {
  const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
  refuse(`unexpected ${JSON.stringify(character)}`, {
    text,
    index,
    hint:
      HINTS.find(([characters]) => characters.test(character))?.[1] ??
      "Write numbers and operators only, e.g. (2 + 3) * 4.",
  });
}
