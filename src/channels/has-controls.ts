/** Whether a text holds characters that command a terminal or a printer and show nothing; tabs and line breaks do not count. */
export function hasControls(text: string): boolean {
  return /[^\P{Cc}\t\n\r\u0085]/u.test(text);
}
