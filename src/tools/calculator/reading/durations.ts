import { createRewriting } from "./rewriting.ts";

/**
 * Separates the units of a duration: `2h45m` → `2 h 45 min`, `2小时10分钟` →
 * `2小时 10分钟`. A term beside such a duration is one, too: `1h20m + 45m`.
 */
export function rewriteDurations(text: string): string {
  const separated = rewriteParts(text);
  return /\d ?h\b.*\d ?min\b/i.test(separated) && separated !== text
    ? separated.replaceAll(TERM_IN_M, "min")
    : separated;
}

const TERM_IN_M = /(?<=(?:^|[-+] ?)\d+ ?)m(?= ?(?:$|[-+)])| (?:to|in)\b)/g;

const rewriteParts = createRewriting(String.raw`
(\d) ?(?:hours?|hrs?|h) ?(\d+(?:\.\d+)?) ?(?:minutes?|mins?|m)(?![\p{L}²^]) => $1 h $2 min
(\d)h(\d\d)(?! ?[\d.\p{L}]) => $1 h $2 min
(?<=\d ?)(?:hours?|hrs?|h)(?=\d+ ?(?:minutes?|mins?)\b) => ␣h␣
(\d)m(\d+(?:\.\d+)?)s(?![\p{L}²^]) => $1 min $2 s
(?<=\d ?min) ?(\d+(?:\.\d+)?) ?(?:seconds?|secs?|s)(?![\p{L}²^]) => ␣$1 s
(\d+) ?个半小时 => ($1+1/2) 小时
半 ?个?小时 => (1/2) 小时
(?<=\d) ?个小时 => 小时
(?<=小时 ?\d+) ?分(?![钟之]) => 分钟
(?<=\d ?)(天|小时|分钟|秒钟?)(?=\d) => $1␣
`);
