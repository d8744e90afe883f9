/**
 * Whether an input method is composing, where Enter picks a word. Safari only
 * reports the key code 229.
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}
