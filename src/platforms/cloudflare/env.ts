declare global {
  // The names under which the runtime's types look for a Worker's own.
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
      readonly FAILURE_LIST: DurableObjectNamespace<
        import("./deployment-objects.ts").FailureListObject
      >;
      readonly LIBRARY: DurableObjectNamespace<
        import("./deployment-objects.ts").LibraryObject
      >;
      readonly MESSAGE_INDEX: DurableObjectNamespace<
        import("./message-index-object.ts").MessageIndexObject
      >;
    }
    interface GlobalProps {
      mainModule: typeof import("./worker.ts");
    }
  }
}

/** Bindings of `wrangler.toml`; the variables next to them are parsed by `config.ts`. */
export type Env = Cloudflare.Env;
