import type * as z from "zod";
import type { Asked } from "./asking.ts";
import type { Reach, ReminderRequest, Reminding } from "./schedule.ts";
import type { Source } from "./turn.ts";

/** What a tool may know of the conversation that it runs for. */
export interface ToolContext {
  /** The IANA name of the user's time zone, else of the deployment's. */
  readonly timeZone: string;
  /** See `Memory`. */
  readonly wasShown: (url: string) => Promise<boolean>;
  /**
   * Schedules a reminder in the conversation, once for each request of a turn.
   * Left out where replies reach nobody later.
   */
  readonly remind?: (request: ReminderRequest) => Promise<Reminding>;
  /** Asks for a person of the team. Left out where none can come. */
  readonly askForPerson?: () => Promise<ToolOutput>;
  /** Whether the turn may end with a question to the user: see `PauseError`. */
  readonly mayAsk?: boolean;
  /** Whether the user alone reads the answer, and may sign in by it. */
  readonly isPrivate?: boolean;
  /** Of the conversation's channel. */
  readonly reach?: Reach | undefined;
}

export interface ToolRunOptions extends ToolContext {
  readonly signal: AbortSignal;
  /** Time limit of the run; the signal then aborts. */
  readonly timeoutMs: number;
  /**
   * A crash interrupted the turn after it chose this action, so the tool may
   * already have run, partly or fully.
   */
  readonly mayHaveRun: boolean;
}

/** A tool's result with its sources. */
export interface ToolOutput {
  /** The observation. */
  readonly text: string;
  /** The pages that the text is taken from, shown to users for reference. */
  readonly sources?: readonly Source[];
  /** See `Step`. */
  readonly asked?: Asked;
}

export interface Tool<Schema extends z.ZodObject = z.ZodObject> {
  /** `[a-z0-9_]+`: providers reject other characters. */
  readonly name: string;
  /** One line for the model: when to use the tool, and with which input. */
  readonly description: string;
  /**
   * Schema of the input. A tool with one field also accepts that field's bare
   * text.
   */
  readonly input: Schema;
  /** The result is the answer to the user and ends the turn. */
  readonly returnsDirectly?: boolean;
  /**
   * The output derives only from the input or the platform. Otherwise it may
   * contain third-party text.
   */
  readonly isOwnText?: true;
  /**
   * The output is public, like the open web. Otherwise its texts must not leak
   * through a URL.
   */
  readonly isPublic?: true;
  /** Whether it can do anything but refuse. Missing: always. */
  readonly isOffered?: (context: ToolContext) => boolean;
  /** The remote server that provides and runs the tool. */
  readonly server?: string;
  /**
   * `harmful`: it changes, sends or deletes something. `unknown`: its server
   * does not declare it read-only. Missing: it only reads. See `guardTools`.
   */
  readonly effect?: "harmful" | "unknown";
  /**
   * Returns the observation, with its sources if there are any. Throws
   * `ToolError` for errors that the model should see; others are hidden from
   * it. Throws `PauseError`, before anything is done, if somebody has to answer
   * first.
   */
  run(
    input: z.infer<Schema>,
    options: ToolRunOptions,
  ): Promise<string | ToolOutput>;
}
