import type { Problem } from "../../channel.ts";
import { refuseField } from "../refuse-field.ts";
import { Identifier } from "../webhook/schemas/identifier.ts";
import type { ChatRequest } from "./schemas/chat-request.ts";

export type NameReading =
  | { readonly kind: "read"; readonly name: string | undefined }
  | { readonly kind: "refused"; readonly problem: Problem };

/** The conversation that a request goes on with: the header `X-Conversation-Id`, else `metadata.conversation`, else `user`. */
export function readName(
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
