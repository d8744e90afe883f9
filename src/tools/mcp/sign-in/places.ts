import type { SignInKey, SignInStore } from "../../../types/sign-in-store.ts";
import type { SignInInvitation } from "../../../types/sign-ins.ts";

type Asked = Pick<SignInInvitation, "conversation" | "person">;

/** The conversation in which a person was asked to sign in. */
export interface Place extends Asked {
  /** The row's version: once it was forgotten, it is another. */
  readonly mark: string;
}

/** Knows where people were asked to sign in, until that is forgotten. */
export function createPlaces(store: SignInStore) {
  return {
    async mark({ conversation, person }: Asked): Promise<Place> {
      const key = keyOf({ conversation, person });
      const version = crypto.randomUUID();
      const isNew = await store.swap(key, undefined, { version, text: "" });
      const found = isNew ? undefined : await store.find(key);
      return { conversation, person, mark: found?.version ?? version };
    },

    isKept: async (place: Place): Promise<boolean> =>
      (await store.find(keyOf(place)))?.version === place.mark,

    peopleIn: (conversation: string) => store.list(ownerOf(conversation)),

    forget: (conversation: string) => store.forget(ownerOf(conversation)),
  };
}

function keyOf({ conversation, person }: Asked): SignInKey {
  return { owner: ownerOf(conversation), name: person };
}

function ownerOf(conversation: string): string {
  return `in/${conversation}`;
}
