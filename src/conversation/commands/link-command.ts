import { escapeMarkdown } from "../../text/text.ts";
import { LINK_CODE_MS, type LinkOffer } from "../../types/link.ts";
import { personOf } from "../accept/access.ts";
import {
  chooseHome,
  createLinkCode,
  finder,
  hashLinkCode,
  join,
  part,
  readLinkCode,
  type Links,
  type Side,
} from "../linked/links.ts";
import type { CommandReply, CommandWork } from "./command-work.ts";

interface LinkWork extends CommandWork {
  readonly links: Links;
  readonly find: Links["of"];
  /** The conversation that the message came in, and the one that answers. */
  readonly here: string;
  readonly own: string;
}

const GUESSES_A_PERSON = 10;
const GUESSES_IN_ALL = 1_000;

const TOLD = "told";
const YES = /\s+(?:yes|是)$/i;

/**
 * `/link` gives a code, `/link <code>` says what it would link, `/link <code>
 * yes` links; `/link told` says with what the chat is linked, which the other
 * side hears.
 */
export async function linkChats(work: CommandWork): Promise<CommandReply> {
  const { argument, texts } = work;
  const prepared = await prepare(work);
  if (typeof prepared === "string") return { reply: prepared };
  const given = argument.trim();
  if (given === TOLD) return tell(prepared);
  if (given === "") return offerCode(prepared);
  const code = readLinkCode(given.replace(YES, ""));
  if (code === undefined) return { reply: texts.link.invalid };
  return YES.test(given) ? linkWith(code, prepared) : ask(code, prepared);
}

/** `/unlink` parts the chat from its home, or a home from all others. */
export async function unlinkChats(work: CommandWork): Promise<CommandReply> {
  const { texts, mark } = work;
  const prepared = await prepare(work);
  if (typeof prepared === "string") return { reply: prepared };
  const { own, here, find } = prepared;
  const others = await nameOthers(prepared);
  if (others === "") return { reply: texts.link.none(`${mark}link`) };
  const { members = [] } = await find(own).findLink();
  const parted = here === own ? members.map(({ name }) => name) : [here];
  for (const name of parted) await part(name, own, find);
  return { reply: texts.link.parted(others) };
}

async function prepare(work: CommandWork): Promise<LinkWork | string> {
  const { turn, bot, memory, texts } = work;
  const { message } = turn;
  if (message.isGroup) return texts.link.notInGroups;
  const { links } = bot;
  if (links === undefined || message.channel === "webhook")
    return texts.link.notHere;
  const find = finder(message.conversation, { memory, links });
  const { home: own = message.conversation } = await memory.findLink();
  return {
    ...work,
    links,
    find,
    own,
    here: message.via ?? message.conversation,
  };
}

async function offerCode(work: LinkWork): Promise<CommandReply> {
  const { turn, links, texts, mark, own, here } = work;
  const { message } = turn;
  const code = createLinkCode();
  await links.codes.offer(
    await hashLinkCode(code),
    {
      conversation: own,
      ...(here !== own && { via: here }),
      channel: message.channel,
      author: message.author,
      replyTo: message.replyTo,
    },
    turn.acceptedAt + LINK_CODE_MS,
  );
  const others = await nameOthers(work);
  return { reply: texts.link.offered(`${mark}link ${code}`, others) };
}

/** Says what a code would link; uses nothing up. */
async function ask(code: string, work: LinkWork): Promise<CommandReply> {
  const { links, texts, mark } = work;
  const guess = await guessAt(work, async () =>
    links.codes.find(await hashLinkCode(code)),
  );
  if (typeof guess === "string") return { reply: guess };
  const command = `link ${code} yes`;
  return {
    reply: texts.link.question(nameChat(guess, work), `${mark}${command}`),
    buttons: [[{ label: texts.link.confirm, command }]],
  };
}

async function linkWith(code: string, work: LinkWork): Promise<CommandReply> {
  const { turn, links, texts, mark, own, find } = work;
  const offer = await guessAt(work, async () =>
    links.codes.take(await hashLinkCode(code), turn.id),
  );
  if (typeof offer === "string") return { reply: offer };
  const { home: other = offer.conversation } = await find(
    offer.conversation,
  ).findLink();
  const sideOf = async (name: string, channel: string): Promise<Side> => ({
    name,
    channel,
    standing: await find(name).findLink(),
  });
  const unlink = `${mark}unlink`;
  // After a crash it is the same choice, since the home has members then.
  const choice = chooseHome(
    await sideOf(own, turn.message.channel),
    await sideOf(other, offer.channel),
  );
  if (choice.kind === "already") {
    await tellOther(offer, own, work);
    return { reply: texts.link.already(await nameOthers(work), unlink) };
  }
  if (choice.kind === "taken") return { reply: texts.link.taken };
  if (choice.kind === "both-linked")
    return { reply: texts.link.bothLinked(unlink) };
  if (choice.kind === "full") return { reply: texts.link.full(unlink) };
  const isLinked = await join(choice, find);
  if (!isLinked) return { reply: texts.link.failed };
  await tellOther(offer, choice.home.name, work);
  return { reply: texts.link.linked(nameChat(offer, work), unlink) };
}

/**
 * Tells the chat in which the code was asked for. The page has no place for it:
 * it shows the one history at its next look.
 */
async function tellOther(
  offer: LinkOffer,
  home: string,
  { turn, links }: LinkWork,
): Promise<void> {
  if (offer.channel === "web") return;
  const { via: _, ...to } = offer;
  const there = placeOf(offer);
  await links.deliver({
    ...to,
    id: `link/${turn.id}`,
    conversation: home,
    ...(there !== home && { via: there }),
    text: `/link ${TOLD}`,
    command: { name: "link", argument: TOLD },
    attachments: [],
  });
}

async function tell(work: LinkWork): Promise<CommandReply> {
  const { texts, mark } = work;
  const others = await nameOthers(work);
  return {
    reply:
      others === ""
        ? texts.link.none(`${mark}link`)
        : texts.link.linked(others, `${mark}unlink`),
  };
}

/** All that are linked with this chat; empty: none. */
async function nameOthers({ own, here, find, texts }: LinkWork) {
  const { members = [] } = await find(own).findLink();
  const [channel = ""] = own.split(":");
  const others = [{ name: own, channel }, ...members]
    .filter(({ name }) => name !== here)
    .map((one) => texts.link.chat(one.channel));
  return members.length === 0 ? "" : texts.link.list(others);
}

/** Names come from strangers. */
function nameChat(
  { channel, author: { name } }: LinkOffer,
  { texts }: LinkWork,
): string {
  return texts.link.chat(channel, name && escapeMarkdown(name));
}

/**
 * Looks a code up, within the limits: right ones do not count. If guesses
 * cannot be counted, none is made.
 */
async function guessAt(
  { turn, links: { limiter }, texts, here }: LinkWork,
  look: () => Promise<LinkOffer | undefined>,
): Promise<LinkOffer | string> {
  const counted = { windowMs: LINK_CODE_MS, isHeld: true };
  const keys = [
    {
      key: `stranger/${await personOf(turn.message)}/link`,
      limit: GUESSES_A_PERSON,
    },
    { key: "link/guesses", limit: GUESSES_IN_ALL },
  ];
  const held: (() => Promise<void>)[] = [];
  for (const limit of keys) {
    const taking = await limiter.take([{ ...counted, ...limit }]);
    if (taking.kind !== "taken") return texts.link.tooManyGuesses;
    held.push(taking.release);
  }
  const offer = await look();
  if (offer === undefined) return texts.link.invalid;
  for (const release of held) await release();
  return placeOf(offer) === here ? texts.link.own : offer;
}

/** The chat that has asked for a code. */
function placeOf({ via, conversation }: LinkOffer): string {
  return via ?? conversation;
}
