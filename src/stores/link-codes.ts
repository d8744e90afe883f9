import type { LinkCodes, LinkOffer } from "../types/link.ts";
import type { Store } from "../types/store.ts";

export interface LinkCodeState {
  readonly offer: LinkOffer;
  readonly until: number;
  readonly taker?: string;
}

/** @param storeOf the store of a code, by its hash */
export function createLinkCodes({
  storeOf,
  now = Date.now,
}: {
  storeOf: (hash: string) => Store<LinkCodeState>;
  now?: () => number;
}): LinkCodes {
  const read = async (store: Store<LinkCodeState>) => {
    const { version, state } = await store.read();
    return { version, code: state && state.until > now() ? state : undefined };
  };

  return {
    async offer(hash, offer, until) {
      const store = storeOf(hash);
      const { version: expected } = await store.read();
      if (expected > 0) return;
      const state = { offer, until };
      await store.commit({ expected, state, expiresAt: until });
    },

    async find(hash) {
      const { code } = await read(storeOf(hash));
      return code?.taker === undefined ? code?.offer : undefined;
    },

    async take(hash, taker) {
      const store = storeOf(hash);
      for (;;) {
        const { version: expected, code } = await read(store);
        if (code === undefined || (code.taker ?? taker) !== taker)
          return undefined;
        const state = { ...code, taker };
        const change = { expected, state, expiresAt: code.until };
        const { kind } = await store.commit(change);
        if (kind === "committed") return code.offer;
      }
    },
  };
}
