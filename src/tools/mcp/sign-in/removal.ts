import type { SignInKey, SignInStore } from "../../../types/sign-in-store.ts";
import type { Revocation } from "../../../types/sign-ins.ts";
import { ownerOf, type KeptSignIn } from "./kept-sign-in.ts";
import type { SealedRows } from "./sealed-rows.ts";

/** What was kept for a server; `undefined`: nothing that can be read. */
interface Removed {
  readonly server: string;
  readonly content: KeptSignIn | undefined;
}

type Rows = Pick<SealedRows<KeptSignIn>, "take">;

export async function removeSignIn(
  key: SignInKey,
  rows: Rows,
): Promise<Removed> {
  return { server: key.name, content: await rows.take(key) };
}

/** Removes all sign-ins of people. */
export async function removePeople(
  people: readonly string[],
  { store, rows }: { store: Pick<SignInStore, "list">; rows: Rows },
): Promise<readonly Removed[]> {
  const keys = people.map(async (person) => {
    const owner = ownerOf(person);
    return (await store.list(owner)).map((name) => ({ owner, name }));
  });
  const all = (await Promise.all(keys)).flat();
  return Promise.all(all.map((key) => removeSignIn(key, rows)));
}

/** What tells their servers. */
export function toRevocation(removed: readonly Removed[]): Revocation {
  const over = removed.flatMap(({ server, content }) =>
    content?.kind === "signed-in" ? [{ server, content }] : [],
  );
  return async () => {
    // OAuth is not loaded for people who were never signed in.
    if (over.length === 0) return;
    const { revoke } = await import("./revoke.ts");
    await Promise.all(
      over.map(({ server, content }) => revoke(server, content)),
    );
  };
}
