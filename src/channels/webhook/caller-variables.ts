/** What the routes behind the check of the caller know of it. */
export interface CallerVariables {
  /** The name of the key; part of the ids of its conversations. */
  Variables: { caller: string };
}
