import { openDurableObjectDatabase } from "../../stores/sqlite/sqlite-database.ts";
import { createSqliteLinkCodes } from "../../stores/sqlite/sqlite-link-codes.ts";
import type { Expiring } from "../../stores/sqlite/sqlite-table.ts";
import type { LinkCodes, LinkOffer } from "../../types/link.ts";
import { ExpiringObject } from "./expiring-object.ts";

/** The codes of the deployment, for the minutes in which they are valid. */
export class LinkCodesObject extends ExpiringObject {
  #opened: Expiring<LinkCodes> | undefined;

  async offer(hash: string, offer: LinkOffer, until: number): Promise<void> {
    await this.#codes.offer(hash, offer, until);
    await this.expire();
  }

  async find(hash: string): Promise<LinkOffer | undefined> {
    return this.#codes.find(hash);
  }

  async take(hash: string, taker: string): Promise<LinkOffer | undefined> {
    return this.#codes.take(hash, taker);
  }

  protected override eraseExpired(): number | undefined {
    return this.#codes.expire();
  }

  get #codes(): Expiring<LinkCodes> {
    this.#opened ??= createSqliteLinkCodes({
      database: openDurableObjectDatabase(this.ctx.storage),
    });
    return this.#opened;
  }
}
