import { findOpening } from "../../schedules/business-hours.ts";
import type { Asked } from "../../types/asking.ts";
import type { ToolOutput } from "../../types/tool.ts";
import type { Step } from "../../types/turn.ts";
import type { TurnWork } from "../bot.ts";
import { noteCommand } from "../commands/command-work.ts";
import { describeOpening, type TeamOpening } from "../texts/person.ts";

export type AskingWork = Pick<TurnWork, "turn" | "bot" | "memory" | "channel">;

/** What becomes of a request for a person. */
export type Asking =
  | { readonly kind: "asked"; readonly asked: Asked }
  /** It was made before, and is still open. */
  | { readonly kind: "known"; readonly asked: Asked }
  /** A person has the conversation. */
  | { readonly kind: "here" }
  /** Nobody can come, or be heard. */
  | { readonly kind: "nobody" };

/**
 * Whether a person can take the conversation over and be heard in it. Not asked
 * for by a schedule, and not by programs that expect a model's answer.
 */
export function mayAskForPerson({
  turn: { message },
  bot,
  channel,
}: Omit<AskingWork, "memory">): boolean {
  return (
    bot.team !== undefined &&
    message.origin?.kind !== "schedule" &&
    message.isAppended === undefined &&
    channel.capabilities.reach?.kind !== "none"
  );
}

/**
 * What the user is to be told of their request. Nothing is stored: the commit
 * that ends the turn does that.
 */
export async function askForPerson(work: AskingWork): Promise<Asking> {
  const { bot, memory } = work;
  if (bot.team === undefined || !mayAskForPerson(work))
    return { kind: "nobody" };
  if ((await memory.findOwner()) !== undefined) return { kind: "here" };
  const { hours, waits, waitMs } = bot.team;
  const now = Date.now();
  const opensAt = hours && findOpening(hours, bot.timeZone, now);
  const asked: Asked = {
    ...(opensAt !== undefined && { opensAt }),
    ...(waitMs > 0 && { until: (opensAt ?? now) + waitMs }),
    ...(waits && { waits }),
  };
  const isKnown = await memory.isWanted();
  return { kind: isKnown ? "known" : "asked", asked };
}

/**
 * A turn that has asked for a person, and is tried again after nobody came,
 * asks again.
 */
export async function askAgain(steps: Step[], work: AskingWork): Promise<void> {
  for (const [index, { asked, ...step }] of steps.entries()) {
    if ((asked?.until ?? Infinity) > Date.now()) continue;
    const asking = await askForPerson(work);
    const again = {
      ...step,
      ...("asked" in asking && { asked: asking.asked }),
    };
    steps[index] = again;
    await work.memory.saveSteps(work.turn.id, index, [again]);
  }
}

/** What Parley says of a request, in the user's language. */
export function writePromise(
  { opensAt, waits }: Asked,
  work: Pick<TurnWork, "turn" | "bot" | "channel" | "texts">,
): string {
  const mark = noteCommand(work);
  const opening =
    opensAt === undefined ? {} : { opening: toOpening(opensAt, work) };
  return work.texts.person.promise({
    ...opening,
    waits: waits === true,
    mark,
  });
}

/** The promise, if a step has asked for a person. */
export function writePromises(
  steps: readonly Pick<Step, "asked">[],
  work: Parameters<typeof writePromise>[1],
): readonly string[] {
  const asked = steps.findLast((step) => step.asked)?.asked;
  return asked === undefined ? [] : [writePromise(asked, work)];
}

function toOpening(
  at: number,
  { turn, bot }: Pick<TurnWork, "turn" | "bot">,
): TeamOpening {
  const { timeZone } = turn.message.author;
  const zone = { timeZone: timeZone ?? bot.timeZone };
  return {
    at,
    ...zone,
    namesZone: timeZone === undefined,
    now: turn.acceptedAt,
  };
}

/** The same for the model, whose answer the promise follows. */
export async function askForModel(work: AskingWork): Promise<ToolOutput> {
  const asking = await askForPerson(work);
  if (!("asked" in asking))
    return { text: "Nobody can come. Answer yourself, and tell the user so." };
  if (asking.kind === "known")
    return {
      text: "The team was asked before, and knows. Tell the user so, and go on answering.",
    };
  const { asked } = asking;
  const { opensAt, waits } = asked;
  const when =
    opensAt === undefined
      ? "Somebody comes as soon as they can."
      : `The team is here again on ${describeOpening(toOpening(opensAt, work), "en")}. The user is invited to leave a phone number or an e-mail address in the conversation, where the team finds it.`;
  const next = waits
    ? "After your answer you leave the conversation to the team, so end it in a sentence or two."
    : "Until somebody comes, you go on answering: help as far as you can.";
  return {
    text: `The team is asked for a person. ${when} The user reads all this below your answer, so do not repeat it. ${next}`,
    asked,
  };
}
