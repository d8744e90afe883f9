/** What a user was told who asked for a person. Plain JSON: steps keep it. */
export interface Asked {
  /** When the team is here again; missing: now. */
  readonly opensAt?: number;
  /** When the user is told that nobody came; missing: never. */
  readonly until?: number;
  /** From then on the bot leaves messages to the team. */
  readonly waits?: true;
}

/** A user's request for a person, until one comes or nobody has. */
export interface Wanted extends Pick<Asked, "until" | "waits"> {
  /** Number of the turn that asked. */
  readonly turn: number;
  readonly since: number;
}

/** The request as operators see it. */
export interface ShownRequest extends Pick<Wanted, "since" | "until"> {
  /** Id of the turn that asked. */
  readonly message: string;
  /** In the user's words, or the model's; may be empty. */
  readonly reason: string;
}

/** The team that can take conversations over. */
export interface Team {
  /** Until somebody comes, the bot leaves messages to the team. */
  readonly waits: boolean;
  /** How long, in hours of business, until it is said that nobody came; 0: never. */
  readonly waitMs: number;
  /** Missing: always. */
  readonly hours?: Hours | undefined;
}

/** Times of a week at which the team is here; read in the deployment's zone. */
export type Hours = readonly HoursRange[];

/** Also over midnight, if it does not end after its begin. */
export interface HoursRange {
  /** Of its begin; 0: Sunday. */
  readonly day: number;
  /** Minutes after midnight. */
  readonly from: number;
  readonly to: number;
}
