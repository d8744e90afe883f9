import type { IncomingMessage } from "./message.ts";

/**
 * When something is due, in local time, so that it stays right when the clocks
 * change.
 */
export interface Timing {
  /** Date and time of the first occurrence, e.g. `2026-12-01T09:00:00`. */
  readonly start: string;
  /** An IANA name. */
  readonly timeZone: string;
  /**
   * An RRULE of RFC 5545 without `COUNT`, whose `UNTIL` is local time with a
   * `Z`, as it is evaluated apart from the zone; left out: once.
   */
  readonly rule?: string;
}

/** For whom it is, and where it goes: the message that asked for it. */
export type Addressee = Pick<
  IncomingMessage,
  | "conversation"
  | "via"
  | "channel"
  | "author"
  | "replyTo"
  | "site"
  | "isGroup"
  | "metadata"
  | "callbackUrl"
>;

/** The addressee of what follows a message, without its other fields. */
export function addresseeOf({
  conversation,
  via,
  channel,
  author,
  replyTo,
  site,
  isGroup,
}: Addressee): Addressee {
  return {
    conversation,
    ...(via !== undefined && { via }),
    channel,
    author,
    replyTo,
    ...(site !== undefined && { site }),
    ...(isGroup && { isGroup }),
  };
}

/** What a conversation is to hear at its time. */
export interface Schedule extends Timing {
  /** Unique in its conversation. */
  readonly id: string;
  /** How people name it. Never used again in its conversation. */
  readonly number: number;
  /** `text`: Markdown that is sent as it is. `prompt`: a task for the agent. */
  readonly kind: "text" | "prompt";
  readonly text: string;
  /** When it is due next. */
  readonly due: number;
  readonly to: Addressee;
}

export type NewSchedule = Omit<Schedule, "number">;

/** What of a schedule can be changed; `due` belongs to the timing. */
export type ScheduleChange = Partial<
  Pick<Schedule, "kind" | "text"> & {
    readonly when: { readonly timing: Timing; readonly due: number };
  }
>;

/** An occurrence that was skipped, since nothing ran at its time. */
export interface Missed extends Pick<Schedule, "number" | "kind" | "text"> {
  /** The first one, if there were several. */
  readonly due: number;
  readonly timeZone: string;
}

/** What a conversation has. */
export interface StoredSchedules {
  /** In the order in which they are due. */
  readonly schedules: readonly Schedule[];
  /** Valid if the state says that there are any. */
  readonly missed: readonly Missed[];
}

/**
 * Outcome of making a schedule. `known`: its id has been used before, and it is
 * as it was made then, or changed since. `ended`: the same, but it is over, or
 * was cancelled. `full`: nothing was stored.
 */
export type Scheduling =
  | { readonly kind: "scheduled" | "known"; readonly schedule: Schedule }
  | { readonly kind: "ended" }
  | { readonly kind: "full"; readonly limit: number };

/** Why something cannot be scheduled. */
export type ScheduleProblem =
  | "when-unreadable"
  | "past"
  | "too-far"
  | "repeat-unreadable"
  | "too-many-repeats"
  | "too-often"
  | "never"
  | "no-text"
  | "text-too-long"
  | "full"
  | "not-here";

/** A reminder as a person or the model asks for it. */
export interface ReminderRequest extends Pick<Schedule, "kind" | "text"> {
  /** See `readWhen`. */
  readonly when: string;
  /** See `readRule`; empty: once. */
  readonly repeat: string;
}

export type Reminding =
  | { readonly kind: "made"; readonly schedule: Schedule }
  | { readonly kind: "refused"; readonly problem: ScheduleProblem };

/** What limits when a bot may write first on a platform. */
export type Reach =
  /** Only within so many hours after the person wrote last. */
  | { readonly kind: "window"; readonly hours: number }
  /** It counts against a monthly number of messages. */
  | { readonly kind: "plan" }
  /** It is not sent, but shown when somebody looks. */
  | { readonly kind: "fetched" }
  /** Only answers are shown. */
  | { readonly kind: "none" };

/** Schedules of conversations, from outside their turns. */
export interface Schedules {
  /** Idempotent by id; durable when it returns. */
  schedule(schedule: NewSchedule): Promise<Scheduling>;
  /** In the order in which they are due. */
  listSchedules(conversation: string): Promise<readonly Schedule[]>;
  /** See `Memory`. */
  cancelSchedule(conversation: string, id: string): Promise<boolean>;
}

/** Active ones in a conversation. */
export const MAX_SCHEDULES = 20;

export const MAX_SCHEDULED_TEXT = 2_000;

/** Occurrences of a rule that says how many it has. */
export const MAX_COUNT = 500;

/** Between two occurrences of one schedule. */
export const MIN_INTERVAL_MS = 900_000;

/** An occurrence that is later than this is skipped. */
export const GRACE_MS = 900_000;

/** Years ahead of now within which the first occurrence must be. */
export const MAX_YEARS = 5;
