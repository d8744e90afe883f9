/** Groups, channels and supergroups have negative ids. */
export function isPrivateChat(chat: number): boolean {
  return chat > 0;
}
