import { sha256, toHex } from "../../hash.ts";
import type { IncomingMessage, PrecedingMessage } from "../../message.ts";
import { readJson } from "../json-body.ts";
import { type Reading, refuse, refuseField } from "../problems.ts";
import {
  Identifier,
  InstructionsText,
  MessageText,
} from "../schemas/fields.ts";
import { chooseId, toMessage } from "../webhook/ids.ts";
import { ChatRequest } from "./chat-request.ts";
import type * as z from "zod";

/** More are dropped: see `IncomingMessage.preceding`. */
const MAX_PRECEDING = 200;

/** A request for a completion. */
export interface Chat {
  readonly message: IncomingMessage;
  /** What happens to its conversation. `named`: it continues. `passing`: it is deleted. `keyed`: it is kept for a client that retries. */
  readonly kind: "named" | "passing" | "keyed";
  /** It has an `Idempotency-Key`, by which its client finds it again. */
  readonly mayReturn: boolean;
  readonly isStreamed: boolean;
  readonly includesUsage: boolean;
}

/** Reads the request of a known caller. */
export async function readChat(
  request: Request,
  {
    caller,
    createId = () => `chatcmpl-${crypto.randomUUID()}`,
  }: { caller: string; createId?: () => string },
): Promise<Reading<Chat>> {
  const body = await readJson(request, ChatRequest);
  if (body.kind === "refused") return body;
  const { user, metadata, stream, stream_options: options } = body.value;
  const { headers } = request;
  const said = parseMessages(body.value.messages);
  if (said.kind === "refused") return said;
  const name = parseName(headers, body.value);
  if (name.kind === "refused") return name;
  const newId = createId();
  const choice = chooseId({ headers, createId: () => newId });
  if (choice.kind === "refused") return choice;
  const id = choice.value;
  const mayReturn = id !== newId;
  const isNamed = name.value !== undefined;
  const conversation = name.value ?? (mayReturn ? await nameForKey(id) : newId);
  const { text, instructions, preceding } = said.value;
  const message = {
    ...toMessage({ id, caller, conversation, user: user ?? caller, text }),
    ...(instructions !== "" && { instructions }),
    ...(!isNamed && preceding.length > 0 && { preceding }),
    ...(metadata && { metadata }),
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
      `has system and developer messages that cannot serve as instructions: their text ${messageOf(checked.error)}`,
    );

  const preceding = messages.slice(0, -1).flatMap((message) => {
    if (message.role !== "user" && message.role !== "assistant") return [];
    const said = message.content ?? "";
    return said.trim() === "" ? [] : [{ role: message.role, text: said }];
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
  return issue?.message ?? "cannot be taken";
}

/** The conversation that a request continues: the header `X-Conversation-Id`, else `metadata.conversation`, else `user`. */
function parseName(
  headers: Headers,
  { metadata, user }: Pick<ChatRequest, "metadata" | "user">,
): Reading<string | undefined> {
  // Empty where a chat program fills in a name that it does not have yet.
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

/** Names in other scripts come percent-encoded: a header holds Latin letters only. */
function decode(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    return header;
  }
}

/** So that the name is no longer than any other may be: see `Identifier`. */
const MAX_KEY = 100;

/** The conversation of a request with an `Idempotency-Key` that names none: a retry finds it again, and nobody gives it by chance. */
async function nameForKey(key: string): Promise<string> {
  const end = key.length <= MAX_KEY ? key : toHex(await sha256(key));
  return `chatcmpl-key-${end}`;
}
