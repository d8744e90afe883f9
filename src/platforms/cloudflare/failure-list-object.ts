import { DurableObject } from "cloudflare:workers";
import type { FailedTurn, FailureList, ListedFailure } from "../../archive.ts";
import type { TurnReference } from "../../ports.ts";
import { openDurableObjectDatabase } from "../../stores/sqlite/sqlite-database.ts";
import { createSqliteStore } from "../../stores/sqlite/sqlite-store.ts";
import { createFailureList } from "../../conversation/failure-list.ts";

/** The deployment's failed turns: one object lists those of all conversations. */
export class FailureListObject extends DurableObject {
  #opened: FailureList | undefined;

  async add(turn: FailedTurn): Promise<void> {
    return this.#list().add(turn);
  }

  async remove(turn: TurnReference): Promise<void> {
    return this.#list().remove(turn);
  }

  async find(number: number): Promise<ListedFailure | undefined> {
    return this.#list().find(number);
  }

  async list(
    options: Parameters<FailureList["list"]>[0],
  ): Promise<readonly ListedFailure[]> {
    return this.#list().list(options);
  }

  #list(): FailureList {
    const database = openDurableObjectDatabase(this.ctx.storage);
    this.#opened ??= createFailureList({
      store: createSqliteStore({ database }),
    });
    return this.#opened;
  }
}
