import { rewrite, type Rule } from "./rewrite.ts";

/** `\frac{3}{4} \times 2` → `((3)/(4)) * 2`. Braces become brackets. */
export function rewriteLatex(text: string): string {
  if (!/[\\{]/.test(text)) return text;
  return writeBraces(rewrite(text, COMMANDS)).replaceAll(/\\(?=[a-z]+)/gi, "");
}

const COMMANDS: readonly Rule[] = [
  [/\\[dt]frac\b/g, String.raw`\frac`],
  [/\\(?:left|right|displaystyle|,|;|!|:|quad|\s)/g, " "],
  [/\\(?:times|cdot|ast)\b/g, "*"],
  [/\\div\b/g, "/"],
  [/\\(?:pm|mp)\b/g, "±"],
  [/\\(?:leq?)\b/g, "<="],
  [/\\(?:geq?)\b/g, ">="],
  [/\\neq?\b/g, "!="],
  [/\\%/g, "%"],
  [/\\\$/g, "$"],
  [/\\sqrt\s*\[(\d+)\]\s*\{([^{}]*)\}/g, "root($2,$1)"],
  [/\\(?:text|mathrm|operatorname)\s*\{([^{}]*)\}/g, " $1 "],
  [/\^\s*\{?\s*\\circ\s*\}?/g, "°"],
  [/_\{([\d.]+)\}/g, "_$1"],
];

/** The two groups of `\frac{3}{4}` are divided. Reads the text once, however deep they are nested. */
function writeBraces(text: string): string {
  const open: ("numerator" | "denominator" | "group")[] = [];
  let written = "";
  let expected: "numerator" | "denominator" | "group" = "group";
  for (const [piece] of text.matchAll(/\\frac\s*|\{|\}\s*|[^\\{}]+|\\/g)) {
    if (piece.startsWith("\\frac")) expected = "numerator";
    else if (piece === "{") {
      written += expected === "numerator" ? "((" : "(";
      open.push(expected);
      expected = "group";
    } else if (piece.startsWith("}")) {
      const closed = open.pop();
      written += closed === "denominator" ? "))" : ")";
      if (closed === "numerator") {
        written += "/";
        expected = "denominator";
      }
    } else written += piece;
  }
  return written;
}
