/** How the bot presents itself to users. Plain text. */
export interface Identity {
  readonly name: string;
  /**
   * First message; `undefined`: Parley's own, which lists what the tools can
   * do.
   */
  readonly greeting: string | undefined;
  /** Example questions; empty: Parley's own. */
  readonly examples: readonly string[];
  /** An https URL. */
  readonly logoUrl: string | undefined;
  /** E.g. `#0f6b5c`. */
  readonly accentColor: string | undefined;
}

export const PARLEY: Identity = {
  name: "Parley",
  greeting: undefined,
  examples: [],
  logoUrl: undefined,
  accentColor: undefined,
};
