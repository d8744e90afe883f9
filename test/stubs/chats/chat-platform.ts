import type { PlatformServer } from "../platform-server.ts";

/** A message of a user in the private chat with the bot. */
export interface Writing {
  readonly text: string;
  /** The same id again is a redelivery of the same message. */
  readonly id: number;
  /** The user's number, up to six digits. */
  readonly chat: number;
  /**
   * Age of the message: after some time, platforms require other ways to reply.
   */
  readonly agoMs?: number;
  /** In a thread of the chat, if the platform has threads. */
  readonly inThread?: boolean;
}

/** A platform stub with users who write to the bot and see what it sends. */
export interface ChatPlatform {
  readonly server: PlatformServer;
  /** Variables that enable the channel and point its calls at that address. */
  readonly variables: (url: string) => Readonly<Record<string, string>>;
  /**
   * The platform's delivery of a message, in the shape of its documented
   * example.
   */
  readonly deliver: (writing: Writing) => Request | Promise<Request>;
  /** Parley's name for the chat. */
  readonly conversation: (
    chat: number,
    place?: Pick<Writing, "inThread">,
  ) => string;
  /** Messages visible in the chat, oldest first. */
  readonly shown: (chat: number) => readonly string[];
  /**
   * Visible messages that are still being streamed, if the platform marks them.
   */
  readonly unfinished?: (chat: number) => readonly string[];
}
