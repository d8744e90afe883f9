import type { Receipt } from "../../types/channel.ts";
import { pause } from "../kit/call-platform.ts";
import { hasCode } from "../kit/platform-codes.ts";
import { createRecentMessages } from "../kit/recent-messages.ts";
import { NO_STREAM, type Connector } from "./connector.ts";
import type { TeamsAddress } from "./teams-address.ts";

/**
 * Teams ends a stream after two minutes. Before that, the stream is made a
 * message, which can still be edited.
 */
const MAX_STREAM_MS = 100_000;
/** Microsoft's limit is one call per second and stream. */
const STREAM_INTERVAL_MS = 1_000;
/**
 * In UTF-16 units; Teams allows less than 1 KB
 * (https://learn.microsoft.com/microsoftteams/platform/bots/streaming-ux).
 */
const MAX_STATUS_LENGTH = 300;

const PREFIX = "stream-";

interface OpenStream {
  readonly to: string;
  readonly startedAt: number;
  /** The time of the last call. */
  readonly calledAt: number;
  readonly sequence: number;
  /** The answer so far, with which every update must begin. */
  readonly text: string;
}

/**
 * Streams messages into private chats
 * (https://learn.microsoft.com/microsoftteams/platform/bots/streaming-ux). Each
 * update has the whole text so far and the next sequence number. The receipt's
 * id marks a message that began as a stream; sequence numbers are kept in this
 * process only. After a crash the stream is just ended, which needs no number.
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

  /** `undefined` if Teams rejects the call. */
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
    /**
     * `undefined` if Teams cannot stream here now: it streams one message per
     * chat at a time, and not for everybody.
     */
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

    /**
     * Whether the stream now shows the update. If not, the message is no longer
     * a stream, or the stream must be ended.
     */
    async update(
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

    /**
     * Ends the stream with its final message. `false` if it has already ended.
     */
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

/** The id of the stream that the message began as. */
export function streamOf({ id }: Receipt): string | undefined {
  return id.startsWith(PREFIX) ? id.slice(PREFIX.length) : undefined;
}

interface Update {
  readonly text: string;
  /** A progress note, not a part of the answer. */
  readonly isStatus: boolean;
}

function toUpdate({ text, isStatus }: Update, position: object): object {
  return {
    type: "typing",
    text: isStatus ? text.slice(0, MAX_STATUS_LENGTH).toWellFormed() : text,
    textFormat: "markdown",
    entities: [
      {
        type: "streaminfo",
        streamType: isStatus ? "informative" : "streaming",
        ...position,
      },
    ],
  };
}

const isRefused = hasCode([NO_STREAM, 400, 404]);
