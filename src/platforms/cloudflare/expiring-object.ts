import { DurableObject } from "cloudflare:workers";
import { postponeAlarm } from "./alarms.ts";

/** An object whose rows expire. */
export abstract class ExpiringObject extends DurableObject {
  /** See `Expiring`. May throw `ConfigurationError`. */
  protected abstract eraseExpired():
    number | undefined | Promise<number | undefined>;

  /** Erases what has expired, and again when something does. */
  protected async expire(): Promise<void> {
    const { storage } = this.ctx;
    const next = await this.eraseExpired();
    if (next === undefined) return;
    const alarm = await storage.getAlarm();
    if (alarm === null || alarm > next) await storage.setAlarm(next);
  }

  /** Never throws: Cloudflare drops an alarm for good after six retries. */
  override async alarm(): Promise<void> {
    try {
      await this.expire();
    } catch (error) {
      await postponeAlarm(this.ctx.storage, error);
    }
  }
}
