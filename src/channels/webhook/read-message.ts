import type { Reception } from "../../channel.ts";
import { findMediaFault } from "../find-media-fault.ts";
import { parseStrictJson } from "../parse-strict-json.ts";
import { decodeText, readBody } from "../read-body.ts";
import { checkJson, MAX_BODY_BYTES } from "../read-json.ts";
import type { CallbackAcceptance } from "./callbacks/accept-callback.ts";
import { toCallbackFields } from "./callbacks/callback-of.ts";
import { chooseId } from "./choose-id.ts";
import { conversationId } from "./conversation-id.ts";
import { MessageBody } from "./schemas/message-body.ts";
import type { SignedBody } from "./verify-signature.ts";

/** Reads the message of a caller who is known. A signed body has been read by then. */
export async function readMessage(
  request: Request,
  {
    caller,
    signed,
    acceptCallback,
    createId = () => `msg_${crypto.randomUUID()}`,
  }: {
    caller: string;
    signed: SignedBody | undefined;
    acceptCallback: CallbackAcceptance;
    createId?: (() => string) | undefined;
  },
): Promise<Reception> {
  const fault = findMediaFault(request.headers);
  if (fault !== undefined) return { kind: "refused", problem: fault };
  const source =
    signed === undefined
      ? await readBody(request, { maxBytes: MAX_BODY_BYTES })
      : decodeText(signed.bytes);
  if (source.kind === "refused") return source;
  const body = checkJson(parseStrictJson(source.text), MessageBody);
  if (body.kind === "refused") return body;
  const { conversation, text, user, metadata, callback_url } = body.value;
  const choice = chooseId({
    headers: request.headers,
    bodyId: body.value.id,
    signedId: signed?.id,
    createId,
  });
  if (choice.kind === "refused") return choice;
  const callback =
    callback_url === undefined
      ? undefined
      : await acceptCallback(callback_url, caller);
  if (callback?.kind === "refused") return callback;
  const message = {
    id: choice.id,
    conversation: conversationId(caller, conversation),
    channel: "webhook",
    author: { id: user ?? caller },
    text,
    attachments: [],
    replyTo: {
      key: caller,
      conversation,
      ...(callback && toCallbackFields({ id: choice.id, url: callback.url })),
    },
    ...(metadata !== undefined && { metadata }),
  } as const;
  return { kind: "messages", messages: [message] };
}
