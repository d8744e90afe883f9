import type * as z from "zod";
import { sha256, toHex } from "../../runtime/hash.ts";
import type { IncomingMessage, PrecedingMessage } from "../../types/message.ts";
import { chooseId, toMessage } from "../api/ids.ts";
import { readJson } from "../json-body.ts";
import { refuse, refuseField, type Reading } from "../problems.ts";
import {
  Identifier,
  InstructionsText,
  MessageText,
} from "../schemas/fields.ts";
import { ChatRequest } from "./chat-request.ts";
import { readResponseFormat } from "./response-format.ts";

/** Whole chats, in which images may have been sent. */
const MAX_BODY_BYTES = 2_000_000;

/** More are dropped: see `IncomingMessage.preceding`. */
const MAX_PRECEDING = 200;

/** A parsed completion request. */
export interface Chat {
  readonly message: IncomingMessage;
  /**
   * Lifetime of the conversation. `named`: continues. `passing`: deleted
   * afterwards. `keyed`: kept for a retry by the client.
   */
  readonly kind: "named" | "passing" | "keyed";
  /** Has an `Idempotency-Key`, so the client can return for the answer. */
  readonly mayReturn: boolean;
  readonly isStreamed: boolean;
  readonly includesUsage: boolean;
}

/** Reads an authenticated caller's request. */
export async function readChat(
  request: Request,
  {
    caller,
    createId = () => `chatcmpl-${crypto.randomUUID()}`,
  }: { caller: string; createId?: () => string },
): Promise<Reading<Chat>> {
  const body = await readJson(request, ChatRequest, {
    maxBytes: MAX_BODY_BYTES,
  });
  if (body.kind === "refused") return body;
  const { user, metadata, stream, stream_options: options } = body.value;
  const { headers } = request;
  const parsed = parseMessages(body.value.messages);
  if (parsed.kind === "refused") return parsed;
  const format = readResponseFormat(body.value.response_format);
  if (format.kind === "refused") return format;
  const answerFormat = format.value;
  const name = parseName(headers, body.value);
  if (name.kind === "refused") return name;
  const newId = createId();
  const choice = chooseId({ headers, createId: () => newId });
  if (choice.kind === "refused") return choice;
  const id = choice.value;
  const mayReturn = id !== newId;
  const isNamed = name.value !== undefined;
  const conversation = name.value ?? (mayReturn ? await nameForKey(id) : newId);
  const { text, instructions, preceding } = parsed.value;
  const message = {
    ...toMessage({ id, caller, conversation, user: user ?? caller, text }),
    ...(instructions !== "" && { instructions }),
    isAppended: true as const,
    ...(!isNamed && { isOnly: true as const }),
    ...(!isNamed && preceding.length > 0 && { preceding }),
    ...(metadata && { metadata }),
    ...(answerFormat && { answerFormat }),
  };
  const unnamed = mayReturn ? "keyed" : "passing";
  return {
    kind: "read",
    value: {
      message,
      kind: isNamed ? "named" : unnamed,
      mayReturn,
      isStreamed: stream === true,
      includesUsage: options?.include_usage === true,
    },
  };
}

interface Messages {
  readonly text: string;
  readonly instructions: string;
  readonly preceding: readonly PrecedingMessage[];
}

function parseMessages(messages: ChatRequest["messages"]): Reading<Messages> {
  const at = messages.length - 1;
  const last = messages[at];
  if (last?.role !== "user")
    return refuseField(
      `/messages/${at}/role`,
      "must be user: the last message is the one that gets the answer",
    );
  if (!last.content.isText)
    return refuseField(
      `/messages/${at}/content`,
      "must be a string, or an array of parts of type text: images, audio and files are not supported",
    );
  const text = MessageText.safeParse(last.content.text);
  if (!text.success)
    return refuseField(`/messages/${at}/content`, messageOf(text.error));

  const instructions = messages
    .flatMap((message) =>
      message.role === "system" || message.role === "developer"
        ? [message.content.text]
        : [],
    )
    .filter((content) => content.trim() !== "")
    .join("\n\n");
  const checked = InstructionsText.safeParse(instructions);
  if (instructions !== "" && !checked.success)
    return refuseField(
      "/messages",
      `has system and developer messages that cannot serve as instructions: their text ${messageOf(checked.error)}`,
    );

  const preceding = messages.slice(0, -1).flatMap((message) => {
    if (message.role !== "user" && message.role !== "assistant") return [];
    const content = message.content?.text ?? "";
    return content.trim() === "" ? [] : [{ role: message.role, text: content }];
  });
  return {
    kind: "read",
    value: {
      text: text.data,
      instructions,
      preceding: preceding.slice(-MAX_PRECEDING),
    },
  };
}

function messageOf({ issues: [issue] }: z.ZodError): string {
  return issue?.message ?? "is invalid";
}

/**
 * Name of the conversation to continue: `X-Conversation-Id`, else
 * `metadata.conversation`, else `user`.
 */
export function parseName(
  headers: Headers,
  { metadata, user }: Pick<ChatRequest, "metadata" | "user">,
): Reading<string | undefined> {
  // Some chat programs send an empty template value.
  const header = decode(headers.get("x-conversation-id") ?? "");
  const label = metadata?.["conversation"] ?? "";
  const name = header || label;
  if (name === "") return { kind: "read", value: user ?? undefined };
  const parsed = Identifier.safeParse(name);
  if (parsed.success) return { kind: "read", value: parsed.data };
  const detail = messageOf(parsed.error);
  return header === ""
    ? refuseField("/metadata/conversation", detail)
    : refuse({
        status: 400,
        slug: "invalid-header",
        title: "Invalid X-Conversation-Id header",
        detail: `X-Conversation-Id ${detail}.`,
      });
}

/** Non-Latin names are percent-encoded, because headers hold Latin-1 only. */
function decode(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    return header;
  }
}

/** Keeps the name within the length of an `Identifier`. */
const MAX_KEY = 100;

/**
 * Conversation of an unnamed request with an `Idempotency-Key`: stable, so that
 * a retry finds it, and unlikely to collide with a name.
 */
async function nameForKey(key: string): Promise<string> {
  const end = key.length <= MAX_KEY ? key : toHex(await sha256(key));
  return `chatcmpl-key-${end}`;
}
