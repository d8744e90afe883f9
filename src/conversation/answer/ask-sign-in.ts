import type { IncomingMessage } from "../../types/message.ts";
import type { ToolContext } from "../../types/tool.ts";
import { signerOf } from "../accept/access.ts";
import type { Bot } from "../bot.ts";
import type { Texts } from "../texts/texts.ts";

export interface SignInRequests {
  /** See `ToolContext`. */
  readonly ask: ToolContext["askSignIn"];
  /** The links, as Markdown; empty if there are none. */
  readonly links: () => string;
  /** What the history says of them: the links are for the user alone. */
  readonly note: () => string;
}

/**
 * Gives the user links to sign in at servers, below the answer. Parley writes
 * them, not the model, which never sees them.
 */
export function createSignInRequests({
  message,
  bot: { signIns, publicUrl },
  texts,
}: {
  message: IncomingMessage;
  bot: Pick<Bot, "signIns" | "publicUrl">;
  texts: Texts;
}): SignInRequests {
  const links = new Map<string, string>();

  const ask: ToolContext["askSignIn"] = async (server) => {
    const person = await signerOf(message);
    if (person === undefined || signIns === undefined) return "elsewhere";
    if (links.has(server)) return "asked";
    const { conversation } = message;
    const who = nameOf(message);
    const invitation = { server, person, conversation, who };
    links.set(server, `${publicUrl}${await signIns.invite(invitation)}`);
    return "asked";
  };

  const writeAll = (write: (server: string, url: string) => string): string =>
    [...links].map(([server, url]) => write(server, url)).join("\n\n");
  return {
    // A program reads answers in a format.
    ask: message.answerFormat === undefined ? ask : undefined,
    links: () => writeAll(texts.signIn.link),
    note: () => writeAll(texts.signIn.note),
  };
}

/** As the person knows themselves, e.g. `Ann (@ann), telegram`. */
function nameOf({
  author: { id, name, username },
  channel,
}: IncomingMessage): string {
  const handle = username === undefined ? "" : `(@${username})`;
  const known = [name ?? "", handle].filter((part) => part !== "").join(" ");
  return `${known || id}, ${channel}`;
}
