/** Something that the operator can put right; its message is all that has to be said. */
export class LiveError extends Error {
  override readonly name = "LiveError";
}
