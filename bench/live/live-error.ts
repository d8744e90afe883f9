/**
 * An error that the operator can fix; its message is shown without a stack
 * trace.
 */
export class LiveError extends Error {
  override readonly name = "LiveError";
}
