import { DurableObject } from "cloudflare:workers";
import { openDurableObjectDatabase } from "../../stores/sqlite/sqlite-database.ts";
import {
  createSqliteLinkCodes,
  type SqliteLinkCodes,
} from "../../stores/sqlite/sqlite-link-codes.ts";
import type { LinkOffer } from "../../types/link.ts";

/** The codes of the deployment, for the minutes in which they are valid. */
export class LinkCodesObject extends DurableObject {
  #opened: SqliteLinkCodes | undefined;

  async offer(hash: string, offer: LinkOffer, until: number): Promise<void> {
    await this.#codes.offer(hash, offer, until);
    await this.alarm();
  }

  async find(hash: string): Promise<LinkOffer | undefined> {
    return this.#codes.find(hash);
  }

  async take(hash: string, taker: string): Promise<LinkOffer | undefined> {
    return this.#codes.take(hash, taker);
  }

  override async alarm(): Promise<void> {
    const next = this.#codes.expire();
    if (next !== undefined) await this.ctx.storage.setAlarm(next);
  }

  get #codes(): SqliteLinkCodes {
    this.#opened ??= createSqliteLinkCodes({
      database: openDurableObjectDatabase(this.ctx.storage),
    });
    return this.#opened;
  }
}
