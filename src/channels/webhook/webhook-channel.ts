import type { Channel } from "../../channel.ts";
import { FETCHED_REPLIES } from "../fetched-replies.ts";
import { type Credentials, identify } from "./identify.ts";
import { readMessage } from "./read-message.ts";

/** Messages by HTTP with an API key or a signature. Replies are fetched by the caller, not sent. */
export function createWebhookChannel({
  credentials,
  createId,
}: {
  credentials: Credentials;
  createId?: () => string;
}): Channel {
  return {
    name: "webhook",
    ...FETCHED_REPLIES,

    async receive(request) {
      const identity = await identify(request, {
        credentials,
        takesSignatures: true,
      });
      if (identity.kind === "refused") return identity;
      const { name: caller, signed } = identity;
      return readMessage(request, { caller, signed, createId });
    },
  };
}
