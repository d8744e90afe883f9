import type { PlatformServer } from "../platform-server.ts";

/** What a person writes in their private chat with the bot. */
export interface Writing {
  readonly text: string;
  /** A message that has it again is the same one, delivered again. */
  readonly id: number;
  /** The person's number, of up to six digits. */
  readonly chat: number;
  /** How long ago it was written: after some time, platforms take answers by other ways. */
  readonly agoMs?: number;
  /** In a thread of the chat, where the platform has some. */
  readonly inThread?: boolean;
}

/** A platform on this machine, with people who write to the bot and see what it sends. */
export interface ChatPlatform {
  readonly server: PlatformServer;
  /** Turn the channel on, whose calls go to that address. */
  readonly variables: (url: string) => Readonly<Record<string, string>>;
  /** A message as the platform delivers it, in the shape of its documented example. */
  readonly deliver: (writing: Writing) => Request | Promise<Request>;
  /** The chat as Parley names it. */
  readonly conversation: (
    chat: number,
    place?: Pick<Writing, "inThread">,
  ) => string;
  /** The messages that the chat shows, oldest first. */
  readonly shown: (chat: number) => readonly string[];
  /** What it shows of those that are still being written, where the platform tells them from others. */
  readonly unfinished?: (chat: number) => readonly string[];
}
