/** The text with the bot's token blotted out: proxies like to quote the address they were asked for. */
export function hideToken(text: string, token: string): string {
  return text.replaceAll(token, "<token>");
}
