/** How soon the work of a dead process goes on; longer than a busy machine is. */
export const VISIBILITY_SECONDS = 4;
