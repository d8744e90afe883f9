import type { Receipt } from "../../channel.ts";
import { pause } from "../call-platform.ts";
import { createRecentMessages } from "../recent-messages.ts";
import { type Connector, TeamsError } from "./connector.ts";
import type { TeamsAddress } from "./teams-address.ts";

/** Teams ends a stream after two minutes: before that it is made a message, which can be edited on. */
const MAX_STREAM_MS = 100_000;
/** Microsoft asks for no more than one call a second of a stream. */
const STREAM_INTERVAL_MS = 1_000;
/** In bytes it has to be less than 1 KB (https://learn.microsoft.com/microsoftteams/platform/bots/streaming-ux). */
const MAX_STATUS_LENGTH = 300;

const PREFIX = "stream-";

interface OpenStream {
  readonly to: string;
  readonly startedAt: number;
  /** When it was last called. */
  readonly calledAt: number;
  readonly sequence: number;
  /** Of the answer so far: Teams takes only what begins with it. */
  readonly text: string;
}

/**
 * Messages that a private chat shows while they are written (https://learn.microsoft.com/microsoftteams/platform/bots/streaming-ux): each
 * update has the whole text so far, and the next number. A receipt says that its message began as a stream; the numbers are known to the
 * process that began. After a crash the stream is only ended, for which no number is needed.
 */
export function createOpenStreams({
  connect,
  now,
  intervalMs = STREAM_INTERVAL_MS,
}: {
  connect: Connector;
  now: () => number;
  intervalMs?: number | undefined;
}) {
  const streams = createRecentMessages<OpenStream | "ended">();

  const isStreaming = (chat: string): boolean =>
    [...streams.values()].some(
      (stream) => stream !== "ended" && stream.to === chat && isFresh(stream),
    );

  const isFresh = ({ startedAt }: OpenStream): boolean =>
    now() - startedAt < MAX_STREAM_MS;

  /** What Teams answers; `undefined` where it refuses. */
  const post = async (
    body: object,
    address: TeamsAddress,
    options: { signal: AbortSignal },
  ): Promise<{ id?: string | undefined } | undefined> => {
    try {
      return await connect({ method: "POST", body }, address, options);
    } catch (error) {
      if (isRefused(error)) return undefined;
      throw error;
    }
  };

  return {
    /** `undefined` where Teams streams nothing here now: one answer at a time, and not for everybody. */
    async start(
      update: Update,
      address: TeamsAddress,
      options: { signal: AbortSignal },
    ): Promise<Receipt | undefined> {
      if (isStreaming(address.to)) return undefined;
      const body = toUpdate(update, { streamSequence: 1 });
      const { id } = (await post(body, address, options)) ?? {};
      if (id === undefined) return undefined;
      streams.note(address.to, id, {
        to: address.to,
        startedAt: now(),
        calledAt: now(),
        sequence: 1,
        text: update.isStatus ? "" : update.text,
      });
      return { id: PREFIX + id };
    },

    /** Whether the stream shows it now. Else it is none (any more), or has to be ended. */
    async goOn(
      id: string,
      update: Update,
      address: TeamsAddress,
      options: { signal: AbortSignal },
    ): Promise<boolean> {
      const stream = streams.get(address.to, id);
      if (stream === undefined || stream === "ended" || !isFresh(stream))
        return false;
      const text = update.isStatus ? stream.text : update.text;
      if (!text.startsWith(stream.text)) return false;
      const sequence = stream.sequence + 1;
      const body = toUpdate(update, { streamId: id, streamSequence: sequence });
      const answer = await post(body, address, options);
      const shown = { ...stream, calledAt: now(), sequence, text };
      streams.note(address.to, id, answer === undefined ? "ended" : shown);
      return answer !== undefined;
    },

    /** Makes the stream a message that says this. Whether that was possible: it may have ended already. */
    async end(
      id: string,
      message: object,
      address: TeamsAddress,
      options: { signal: AbortSignal },
    ): Promise<boolean> {
      const stream = streams.get(address.to, id);
      if (stream === "ended") return false;
      if (stream !== undefined)
        await pause(stream.calledAt + intervalMs - now(), options);
      const entities = [
        { type: "streaminfo", streamId: id, streamType: "final" },
      ];
      const body = { ...message, entities };
      const answer = await post(body, address, options);
      streams.note(address.to, id, "ended");
      return answer !== undefined;
    },

    forget: streams.forget,
  };
}

/** The id of the stream as which a message began. */
export function streamOf({ id }: Receipt): string | undefined {
  return id.startsWith(PREFIX) ? id.slice(PREFIX.length) : undefined;
}

interface Update {
  readonly text: string;
  /** What is being done, and not yet an answer. */
  readonly isStatus: boolean;
}

function toUpdate({ text, isStatus }: Update, place: object): object {
  return {
    type: "typing",
    text: isStatus ? text.slice(0, MAX_STATUS_LENGTH).toWellFormed() : text,
    textFormat: "markdown",
    entities: [
      {
        type: "streaminfo",
        streamType: isStatus ? "informative" : "streaming",
        ...place,
      },
    ],
  };
}

function isRefused(error: unknown): boolean {
  return (
    error instanceof TeamsError &&
    (error.code === "ContentStreamNotAllowed" ||
      error.status === 400 ||
      error.status === 404)
  );
}
