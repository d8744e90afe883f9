import type { ConversationObject } from "./conversation-object.ts";
import type { MessageIndexObject } from "./message-index-object.ts";

/** Bindings of `wrangler.toml`; the variables beside them are parsed by `config.ts`. */
export interface Env {
  readonly CONVERSATION: DurableObjectNamespace<ConversationObject>;
  readonly MESSAGE_INDEX: DurableObjectNamespace<MessageIndexObject>;
}
