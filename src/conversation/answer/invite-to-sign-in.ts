import { shorten } from "../../text/text.ts";
import { cleanUntrusted } from "../../text/untrusted-text.ts";
import type { IncomingMessage } from "../../types/message.ts";
import { addresseeOf } from "../../types/schedule.ts";
import { signerOf } from "../accept/access.ts";
import type { TurnWork } from "../bot.ts";

/**
 * How the user signs in at a server, as Markdown: by a link of their own, which
 * neither the model nor the history sees.
 * @param code of the question with which the turn ends
 */
export async function inviteToSignIn(
  { server, code }: { server: string; code: string },
  {
    turn: { message },
    bot: { signIns, publicUrl },
    texts: { signIn },
  }: Pick<TurnWork, "turn" | "bot" | "texts">,
): Promise<string> {
  const person = await signerOf(message);
  if (signIns === undefined || person === undefined)
    throw new Error("Nobody can sign in here.");
  // Programs learn of a turn by its message, which here is none of theirs.
  const goesOn = message.channel !== "webhook";
  const path = await signIns.invite({
    server,
    person,
    conversation: message.via ?? message.conversation,
    who: nameOf(message),
    ...(goesOn && { answer: answerOf(message, code, signIn.done) }),
  });
  const link = signIn.link(server, `${publicUrl}${path}`);
  return `${link} ${goesOn ? signIn.goesOn : signIn.howToGoOn}`;
}

/** The person's answer to the question, once they are signed in. */
function answerOf(
  asked: IncomingMessage,
  code: string,
  said: string,
): IncomingMessage {
  return {
    ...addresseeOf(asked),
    id: `sign-in/${code}`,
    text: said,
    attachments: [],
    answers: { code, answer: { kind: "go-on" }, said },
  };
}

/**
 * As the person knows themselves, e.g. `Ann (@ann), telegram`. Names are theirs
 * to choose, so none looks like somebody else's handle.
 */
function nameOf({
  author: { id, name = "", username },
  channel,
}: IncomingMessage): string {
  const handle = username === undefined ? id : `@${username}`;
  const words = cleanUntrusted(name)
    .replaceAll(/[\s()（）@＠,，]+/g, " ")
    .trim();
  const known = shorten(words, MAX_NAME);
  return `${known === "" ? handle : `${known} (${handle})`}, ${channel}`;
}

const MAX_NAME = 60;
