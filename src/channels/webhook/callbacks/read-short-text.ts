/** The body as UTF-8; `undefined`, and no more is read, where it has more than so many UTF-16 units. */
export async function readShortText(
  { body }: Response,
  { maxUnits }: { maxUnits: number },
): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    // Leaving the loop cancels the body.
    if (text.length > maxUnits) return undefined;
  }
  return text + decoder.decode();
}
