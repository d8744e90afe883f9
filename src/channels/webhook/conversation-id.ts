/** A caller's names for its conversations are its own: the same name of another caller is another conversation. */
export function conversationId(caller: string, conversation: string): string {
  return `webhook:${caller}:${conversation}`;
}
