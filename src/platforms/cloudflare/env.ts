import type { CallbackObject } from "./callback-object.ts";
import type { ConversationObject } from "./conversation-object.ts";
import type { CountersObject } from "./counters-object.ts";
import type { FailureListObject } from "./failure-list-object.ts";
import type { LibraryObject } from "./library-object.ts";
import type { MessageIndexObject } from "./message-index-object.ts";

declare global {
  // The names under which the runtime's types look for a Worker's own.
  namespace Cloudflare {
    interface Env {
      /** Set by `npm run dev`. */
      readonly DEVELOPMENT_TOKEN?: string;
      readonly CALLBACK: DurableObjectNamespace<CallbackObject>;
      readonly CONVERSATION: DurableObjectNamespace<ConversationObject>;
      readonly COUNTERS: DurableObjectNamespace<CountersObject>;
      readonly FAILURE_LIST: DurableObjectNamespace<FailureListObject>;
      readonly LIBRARY: DurableObjectNamespace<LibraryObject>;
      readonly MESSAGE_INDEX: DurableObjectNamespace<MessageIndexObject>;
    }
    interface GlobalProps {
      mainModule: typeof import("./worker.ts");
    }
  }
}

/** Bindings of `wrangler.toml`; the variables beside them are parsed by `config.ts`. */
export type Env = Cloudflare.Env;
