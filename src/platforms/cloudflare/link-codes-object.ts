import { DurableObject } from "cloudflare:workers";
import {
  createLinkCodes,
  type LinkCodeState,
} from "../../stores/link-codes.ts";
import { openDurableObjectDatabase } from "../../stores/sqlite/sqlite-database.ts";
import { createSqliteStore } from "../../stores/sqlite/sqlite-store.ts";
import type { LinkCodes, LinkOffer } from "../../types/link.ts";

/** One code, for the minutes in which it is valid. */
export class LinkCodesObject extends DurableObject {
  #codes = this.#open();

  /** The alarm is set first: what is stored without one would stay for ever. */
  async offer(hash: string, offer: LinkOffer, until: number): Promise<void> {
    await this.ctx.storage.setAlarm(until);
    await this.#codes.offer(hash, offer, until);
  }

  async find(hash: string): Promise<LinkOffer | undefined> {
    return this.#codes.find(hash);
  }

  async take(hash: string, taker: string): Promise<LinkOffer | undefined> {
    return this.#codes.take(hash, taker);
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
    this.#codes = this.#open();
  }

  /** One store for all calls, since it caches the state. */
  #open(): LinkCodes {
    const database = openDurableObjectDatabase(this.ctx.storage);
    const store = createSqliteStore<LinkCodeState>({ database });
    return createLinkCodes({ storeOf: () => store });
  }
}
