/** Who the bot is to people; all of it plain text. */
export interface Identity {
  readonly name: string;
  /** Said first; `undefined`: Parley's own words, which tell what the tools can do. */
  readonly greeting: string | undefined;
  /** What people could ask; none: Parley's own examples. */
  readonly examples: readonly string[];
  /** With https. */
  readonly logoUrl: string | undefined;
  /** As `#0f6b5c`. */
  readonly accentColor: string | undefined;
}

export const PARLEY: Identity = {
  name: "Parley",
  greeting: undefined,
  examples: [],
  logoUrl: undefined,
  accentColor: undefined,
};
