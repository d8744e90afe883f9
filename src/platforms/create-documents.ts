import {
  createUndeliveredList,
  type UndeliveredListState,
} from "../conversation/undelivered-list.ts";
import { createAuditLog } from "../stores/audit-log.ts";
import { createLinkCodes } from "../stores/link-codes.ts";
import { createSignInStore } from "../stores/sign-ins.ts";
import { createTitleIndex } from "../stores/title-index.ts";
import { createTitles } from "../stores/titles.ts";
import type { AuditLog } from "../types/audit-log.ts";
import type { LinkCodes } from "../types/link.ts";
import type { SignInStore } from "../types/sign-in-store.ts";
import type { Store } from "../types/store.ts";
import type { TitleIndex, Titles } from "../types/titles.ts";
import type { UndeliveredList } from "../types/undelivered.ts";

/** What a deployment keeps in documents besides its conversations. */
export interface Documents {
  readonly titles: Titles;
  readonly titleIndex: TitleIndex;
  readonly audit: AuditLog;
  readonly undelivered: UndeliveredList;
  readonly linkCodes: LinkCodes;
  readonly signInStore: SignInStore;
}

/** @param open the platform's store of the document with that name */
export function createDocuments(
  open: <State>(...name: readonly string[]) => Store<State>,
  { retentionMs }: { retentionMs: number },
): Documents {
  return {
    titles: createTitles({
      storeOf: (visitor) => open("titles", visitor),
      retentionMs,
    }),
    titleIndex: createTitleIndex({ store: open("title-index"), retentionMs }),
    audit: createAuditLog({ store: open("audit") }),
    undelivered: createUndeliveredList({
      store: open<UndeliveredListState>("undelivered"),
    }),
    linkCodes: createLinkCodes({ storeOf: (hash) => open("link", hash) }),
    signInStore: createSignInStore({
      storeOf: (owner) => open("sign-ins", owner),
    }),
  };
}
