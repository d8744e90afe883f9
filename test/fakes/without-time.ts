const TIME = /\n\n\[It is [^\]]+\]$/;

/** The text of a message in a prompt without its time, which tests do not fix. */
export function withoutTime(content: string): string {
  return content.replace(TIME, "");
}
