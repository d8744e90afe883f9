import { openDurableObjectDatabase } from "../../stores/sqlite/sqlite-database.ts";
import { createSqliteSignIns } from "../../stores/sqlite/sqlite-sign-ins.ts";
import type { Expiring } from "../../stores/sqlite/sqlite-table.ts";
import type {
  SignInKey,
  SignInRow,
  SignInStore,
} from "../../types/sign-in-store.ts";
import type { Env } from "./env.ts";
import { ExpiringObject } from "./expiring-object.ts";

/** The sign-ins of one owner, until they expire. */
export class SignInsObject extends ExpiringObject {
  #opened: Expiring<SignInStore> | undefined;

  async find(key: SignInKey): Promise<SignInRow | undefined> {
    return this.#signIns.find(key);
  }

  async swap(
    key: SignInKey,
    before: string | undefined,
    after: SignInRow,
  ): Promise<boolean> {
    const isSwapped = await this.#signIns.swap(key, before, after);
    await this.expire();
    return isSwapped;
  }

  async take(key: SignInKey): Promise<SignInRow | undefined> {
    return this.#signIns.take(key);
  }

  async list(owner: string): Promise<readonly string[]> {
    return this.#signIns.list(owner);
  }

  async forget(owner: string): Promise<void> {
    return this.#signIns.forget(owner);
  }

  protected override eraseExpired(): number | undefined {
    return this.#signIns.expire();
  }

  get #signIns(): Expiring<SignInStore> {
    return (this.#opened ??= createSqliteSignIns({
      database: openDurableObjectDatabase(this.ctx.storage),
    }));
  }
}

/** Client of the objects, one per owner. */
export function createDurableObjectSignIns(
  namespace: Env["SIGN_INS"],
): SignInStore {
  const objectOf = (owner: string) => namespace.getByName(owner);
  return {
    find: async (key): Promise<SignInRow | undefined> =>
      objectOf(key.owner).find(key),
    swap: async (key, before, after) =>
      objectOf(key.owner).swap(key, before, after),
    take: async (key): Promise<SignInRow | undefined> =>
      objectOf(key.owner).take(key),
    list: async (owner): Promise<readonly string[]> =>
      objectOf(owner).list(owner),
    forget: async (owner) => objectOf(owner).forget(owner),
  };
}
