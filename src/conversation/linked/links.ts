import type { Limiter } from "../../limits/limiter.ts";
import { hashOf } from "../../runtime/hash.ts";
import {
  MAX_LINKED,
  type LinkCodes,
  type LinkStanding,
} from "../../types/link.ts";
import type { ChannelName, IncomingMessage } from "../../types/message.ts";
import type { Memory, RemoteMemory } from "../memory.ts";

/** What one conversation needs of another to be linked with it. */
export type LinkableConversation = RemoteMemory & Pick<Memory, "forget">;

/** How chats of the same person are linked. */
export interface Links {
  readonly codes: LinkCodes;
  /**
   * Of guesses. Keys begin with `stranger/` and a hash of the person, or are
   * the deployment's.
   */
  readonly limiter: Limiter;
  /** Another conversation, by its name. */
  readonly of: (conversation: string) => LinkableConversation;
  /** Accepts a message for a conversation; idempotent by its id. */
  readonly deliver: (message: IncomingMessage) => Promise<unknown>;
}

/** Conversations by name: the turn's own is at hand. */
export function finder(
  own: string,
  { memory, links }: { memory: LinkableConversation; links: Links },
): Links["of"] {
  return (name) => (name === own ? memory : links.of(name));
}

/** One of the two conversations to link. */
export interface Side {
  readonly name: string;
  readonly channel: ChannelName;
  readonly standing: LinkStanding;
}

/**
 * Which of two becomes the home. `both-linked`: each has others already.
 * `taken`: a person of the team has one of them. `full`: the home has the
 * most that it may have.
 */
type Choice =
  | { readonly kind: "chosen"; readonly home: Side; readonly moved: Side }
  | { readonly kind: "already" }
  | { readonly kind: "both-linked" }
  | { readonly kind: "taken" }
  | { readonly kind: "full" };

/**
 * The home of others stays the home; else it is the conversation in which
 * something was said last, since its window goes on. Pure, and symmetric in the
 * two.
 */
export function chooseHome(one: Side, other: Side): Choice {
  if (one.name === other.name) return { kind: "already" };
  if (one.standing.isTaken || other.standing.isTaken) return { kind: "taken" };
  const hasMembers = ({ standing: { members } }: Side) => members !== undefined;
  if (hasMembers(one) && hasMembers(other)) return { kind: "both-linked" };
  const order =
    Number(hasMembers(other)) - Number(hasMembers(one)) ||
    other.standing.newestAt - one.standing.newestAt ||
    (one.name < other.name ? -1 : 1);
  const [home, moved] = order < 0 ? [one, other] : [other, one];
  const { members = [] } = home.standing;
  // After a crash it may be in already.
  const isIn = members.some(({ name }) => name === moved.name);
  return members.length >= MAX_LINKED && !isIn
    ? { kind: "full" }
    : { kind: "chosen", home, moved };
}

/**
 * Links two conversations: the home takes the other in, then that moves. A
 * crash between the two leaves a home that waits for nothing, and repeating it
 * goes on. Since only what has neither home nor members moves, and only to what
 * took it in, there is no way in a circle. Returns whether they are linked.
 */
export async function join(
  { home, moved }: Extract<Choice, { kind: "chosen" }>,
  find: Links["of"],
): Promise<boolean> {
  const { name, channel } = moved;
  const member = { name, channel, isUnmerged: true } as const;
  const taken = await find(home.name).changeLink({ kind: "take-in", member });
  if (!taken.members?.some((one) => one.name === name)) return false;
  const gone = await find(name).changeLink({ kind: "move", to: home.name });
  if (gone.home === home.name) return true;
  await find(home.name).changeLink({ kind: "release", name });
  return false;
}

/**
 * Parts a conversation from its home. It starts over, with the reminders that
 * were made through it. May be repeated after a crash.
 */
export async function part(
  name: string,
  home: string,
  find: Links["of"],
): Promise<void> {
  const { members = [] } = await find(home).findLink();
  const known = members.find((member) => member.name === name);
  const isHere = (await find(name).findLink()).home === home;
  if (known?.isUnmerged && isHere)
    await handSchedulesOn({ name, into: home }, find);
  const all = await find(home).listSchedules();
  const own = all.filter(({ to }) => to.via === name);
  const taken = own.map((schedule) => {
    const { via: _, ...to } = schedule.to;
    return { ...schedule, to: { ...to, conversation: name } };
  });
  if (isHere)
    await find(name).changeLink({ kind: "leave", home, schedules: taken });
  for (const { id } of own) await find(home).cancelSchedule(id);
  await find(home).changeLink({ kind: "release", name });
}

/** Makes a conversation's reminders its home's, each once. */
export async function handSchedulesOn(
  { name, into }: { name: string; into: string },
  find: Links["of"],
): Promise<void> {
  const schedules = await find(name).listSchedules();
  await find(into).adoptSchedules(
    schedules.map(({ to, ...schedule }) => ({
      ...schedule,
      to: { ...to, conversation: into, via: name },
    })),
  );
}

/** Without letters and digits that look like others. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const LENGTH = 8;

/** Eight characters, e.g. `K7QM-2XPA`: 40 bits. */
export function createLinkCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  const code = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]);
  return `${code.slice(0, 4).join("")}-${code.slice(4).join("")}`;
}

/** As people type it; `undefined` if it is no code. */
export function readLinkCode(text: string): string | undefined {
  const code = text
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, "");
  const isCode =
    code.length === LENGTH &&
    Array.from(code).every((letter) => ALPHABET.includes(letter));
  return isCode ? code : undefined;
}

/** What is stored of a code. */
export function hashLinkCode(code: string): Promise<string> {
  return hashOf(["link", readLinkCode(code)]);
}
