import { DurableObject } from "cloudflare:workers";
import { createLinkCodes } from "../../stores/link-codes.ts";
import { openDurableObjectDatabase } from "../../stores/sqlite/sqlite-database.ts";
import { createSqliteStore } from "../../stores/sqlite/sqlite-store.ts";
import type { LinkOffer } from "../../types/link.ts";

/** One code, for the minutes in which it is valid. */
export class LinkCodesObject extends DurableObject {
  readonly #codes = createLinkCodes({
    storeOf: () =>
      createSqliteStore({
        database: openDurableObjectDatabase(this.ctx.storage),
      }),
  });

  async offer(hash: string, offer: LinkOffer, until: number): Promise<void> {
    await this.#codes.offer(hash, offer, until);
    await this.ctx.storage.setAlarm(until);
  }

  async find(hash: string): Promise<LinkOffer | undefined> {
    return this.#codes.find(hash);
  }

  async take(hash: string, taker: string): Promise<LinkOffer | undefined> {
    return this.#codes.take(hash, taker);
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }
}
