/** What is wrong with a field that has some. */
export const CONTROLS_FAULT =
  "holds control characters; only tabs and line breaks may be in it";

/** Whether a text holds characters that command a terminal or a printer and show nothing; tabs and line breaks do not count. */
export function hasControls(text: string): boolean {
  return /[^\P{Cc}\t\n\r\u0085]/u.test(text);
}
