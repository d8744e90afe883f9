import { DurableObject } from "cloudflare:workers";
import type {
  Budget,
  CallUsage,
  CountedMessage,
  MessageCount,
  PersonUsage,
  ReservationResult,
  TokenReservation,
} from "../../budget.ts";
import { setUp } from "./set-up.ts";
import { createSqliteBudget } from "./sqlite-budget.ts";
import { openDurableObjectDatabase } from "./sqlite-database.ts";

/** The deployment's budget: one object counts for all people, so that nobody can overrun it together either. */
export class BudgetObject extends DurableObject {
  #opened: Budget | undefined;

  async countMessage(message: CountedMessage): Promise<MessageCount> {
    return this.#budget().countMessage(message);
  }

  async reserve(
    reservation: TokenReservation,
    options: { settled: readonly CallUsage[] },
  ): Promise<ReservationResult> {
    return this.#budget().reserve(reservation, options);
  }

  async settle(calls: readonly CallUsage[]): Promise<void> {
    return this.#budget().settle(calls);
  }

  async usageOf(person: string): Promise<PersonUsage> {
    return this.#budget().usageOf(person);
  }

  #budget(): Budget {
    this.#opened ??= createSqliteBudget({
      database: openDurableObjectDatabase(this.ctx.storage),
      limits: setUp(this.env).config.budget,
    });
    return this.#opened;
  }
}
