declare global {
  // `Env` and `GlobalProps` are the names that the runtime's types look up.
  namespace Cloudflare {
    interface Env {
      /** The files of `dist/public`. */
      readonly ASSETS: Fetcher;
      /** Set by `npm run dev`. */
      readonly DEVELOPMENT_TOKEN?: string;
      readonly CALLBACK: DurableObjectNamespace<
        import("./callback-object.ts").CallbackObject
      >;
      readonly CONVERSATION: DurableObjectNamespace<
        import("./conversation-object.ts").ConversationObject
      >;
      readonly COUNTERS: DurableObjectNamespace<
        import("./deployment-objects.ts").CountersObject
      >;
      readonly DOCUMENT: DurableObjectNamespace<
        import("./document-object.ts").DocumentObject
      >;
      readonly LIBRARY: DurableObjectNamespace<
        import("./deployment-objects.ts").LibraryObject
      >;
      readonly MESSAGE_INDEX: DurableObjectNamespace<
        import("./message-index-object.ts").MessageIndexObject
      >;
      readonly TURN_INDEX: DurableObjectNamespace<
        import("./turn-index-object.ts").TurnIndexObject
      >;
    }
    interface GlobalProps {
      mainModule: typeof import("./worker.ts");
    }
  }
}

/** Bindings of `wrangler.toml`. `config.ts` parses the variables in it. */
export type Env = Cloudflare.Env;
