import type { CallbackRules, ListedHost } from "./callback-rules.ts";
import {
  type CallbackSigner,
  createCallbackSigner,
} from "../../callback-signing.ts";

/** What the operator lets each caller have. */
export interface CallbackPolicy {
  readonly rulesOf: (caller: string) => CallbackRules;
  readonly signingOf: CallbackSigner;
}

/**
 * @param hosts those without a caller count for everybody
 * @param signing see `createCallbackSigner`
 */
export function createCallbackPolicy({
  hosts,
  isDevelopment,
  signing,
}: {
  hosts: readonly {
    readonly caller?: string;
    readonly host: "public" | ListedHost;
  }[];
  isDevelopment: boolean;
  signing: Parameters<typeof createCallbackSigner>[0];
}): CallbackPolicy {
  return {
    rulesOf(caller) {
      const own = hosts
        .filter((entry) => (entry.caller ?? caller) === caller)
        .map(({ host }) => host);
      return {
        isPublic: own.includes("public"),
        hosts: own.filter((host) => host !== "public"),
        isDevelopment,
      };
    },
    signingOf: createCallbackSigner(signing),
  };
}
