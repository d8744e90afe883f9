import { ChatRequest } from "./schemas/chat-request.ts";
import { readJson } from "../json-body.ts";
import { refuseField } from "../problems.ts";
import {
  Identifier,
  InstructionsText,
  MessageText,
} from "../schemas/fields.ts";
import { chooseId, conversationId } from "../webhook/ids.ts";
import type { Problem } from "../../channel.ts";
import { sha256, toHex } from "../../hash.ts";
import type { IncomingMessage, PrecedingMessage } from "../../message.ts";

/** More are not told: see `IncomingMessage.preceding`. */
const MAX_PRECEDING = 200;

/** A request for a completion. */
export interface Chat {
  readonly message: IncomingMessage;
  /** What its conversation is worth. `named`: it goes on. `passing`: nothing of it stays. `keyed`: it stays for those who ask again. */
  readonly kind: "named" | "passing" | "keyed";
  /** It has an `Idempotency-Key`, by which its client finds it again. */
  readonly mayReturn: boolean;
  readonly isStreamed: boolean;
  readonly includesUsage: boolean;
}

type ChatReading =
  | { readonly kind: "read"; readonly chat: Chat }
  | { readonly kind: "refused"; readonly problem: Problem };

/** Reads what a caller who is known wants to have completed. */
export async function readChat(
  request: Request,
  {
    caller,
    createId = () => `chatcmpl-${crypto.randomUUID()}`,
  }: { caller: string; createId?: () => string },
): Promise<ChatReading> {
  const body = await readJson(request, ChatRequest);
  if (body.kind === "refused") return body;
  const { user, metadata, stream, stream_options: options } = body.value;
  const { headers } = request;
  const said = readMessages(body.value.messages);
  if (said.kind === "refused") return said;
  const name = readName(headers, body.value);
  if (name.kind === "refused") return name;
  const newId = createId();
  const choice = chooseId({
    headers,
    bodyId: undefined,
    signedId: undefined,
    createId: () => newId,
  });
  if (choice.kind === "refused") return choice;

  const isNamed = name.name !== undefined;
  const id = choice.value;
  const conversation =
    name.name ?? (id === newId ? newId : await nameForKey(id));
  const { text, instructions, preceding } = said;
  const message = {
    id,
    conversation: conversationId(caller, conversation),
    channel: "webhook",
    author: { id: user ?? caller },
    text,
    attachments: [],
    replyTo: { key: caller, conversation },
    ...(instructions !== "" && { instructions }),
    ...(!isNamed && preceding.length > 0 && { preceding }),
    ...(metadata && { metadata }),
  } as const;
  const passing = id === newId ? "passing" : "keyed";
  return {
    kind: "read",
    chat: {
      message,
      kind: isNamed ? "named" : passing,
      mayReturn: id !== newId,
      isStreamed: stream === true,
      includesUsage: options?.include_usage === true,
    },
  };
}

type Messages =
  | {
      readonly kind: "read";
      readonly text: string;
      readonly instructions: string;
      readonly preceding: readonly PrecedingMessage[];
    }
  | { readonly kind: "refused"; readonly problem: Problem };

function readMessages(messages: ChatRequest["messages"]): Messages {
  const at = messages.length - 1;
  const last = messages[at];
  if (last?.role !== "user")
    return refuseField(
      `/messages/${at}/role`,
      "must be user: the last message is the one to be answered",
    );
  const text = MessageText.safeParse(last.content);
  if (!text.success)
    return refuseField(`/messages/${at}/content`, messageOf(text.error));

  const instructions = messages
    .flatMap((message) =>
      message.role === "system" || message.role === "developer"
        ? [message.content]
        : [],
    )
    .filter((content) => content.trim() !== "")
    .join("\n\n");
  const checked = InstructionsText.safeParse(instructions);
  if (instructions !== "" && !checked.success)
    return refuseField(
      "/messages",
      `must hold system and developer messages that are fit as instructions: their text ${messageOf(checked.error)}`,
    );

  const preceding = messages.slice(0, -1).flatMap((message) => {
    if (message.role !== "user" && message.role !== "assistant") return [];
    const said = message.content ?? "";
    return said.trim() === "" ? [] : [{ role: message.role, text: said }];
  });
  return {
    kind: "read",
    text: text.data,
    instructions,
    preceding: preceding.slice(-MAX_PRECEDING),
  };
}

function messageOf({
  issues,
}: {
  readonly issues: readonly { readonly message: string }[];
}): string {
  return issues[0]?.message ?? "cannot be taken";
}

type NameReading =
  | { readonly kind: "read"; readonly name: string | undefined }
  | { readonly kind: "refused"; readonly problem: Problem };

/** The conversation that a request goes on with: the header `X-Conversation-Id`, else `metadata.conversation`, else `user`. */
function readName(
  headers: Headers,
  { metadata, user }: Pick<ChatRequest, "metadata" | "user">,
): NameReading {
  // Empty where a chat program fills in a name that it does not have yet.
  const header = decode(headers.get("x-conversation-id") ?? "");
  if (header !== "")
    return check(header, (detail) => ({
      kind: "refused",
      problem: {
        status: 400,
        slug: "invalid-header",
        title: "The header X-Conversation-Id is wrong",
        detail: `X-Conversation-Id ${detail}.`,
      },
    }));
  const label = metadata?.["conversation"] ?? "";
  if (label !== "")
    return check(label, (detail) =>
      refuseField("/metadata/conversation", detail),
    );
  return { kind: "read", name: user ?? undefined };
}

/** Names in other scripts come percent-encoded: a header holds Latin letters only. */
function decode(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    return header;
  }
}

function check(
  name: string,
  refuse: (detail: string) => NameReading,
): NameReading {
  const parsed = Identifier.safeParse(name);
  return parsed.success
    ? { kind: "read", name: parsed.data }
    : refuse(parsed.error.issues[0]?.message ?? "cannot be taken");
}

/** So that the name is no longer than any other may be: see `Identifier`. */
const MAX_KEY = 100;

/**
 * The conversation of a request that has an `Idempotency-Key` and names none: a name that a retry finds again, and nobody
 * gives by chance. Of a long key it has the hash.
 */
async function nameForKey(key: string): Promise<string> {
  const end = key.length <= MAX_KEY ? key : toHex(await sha256(key));
  return `chatcmpl-key-${end}`;
}
