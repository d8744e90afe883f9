import { sha256, toHex } from "../../../runtime/hash.ts";
import type { IncomingMessage } from "../../../types/message.ts";
import type { SignInKey, SignInStore } from "../../../types/sign-in-store.ts";
import {
  DEPLOYMENT,
  type Revocation,
  type SignInFault,
  type SignInInvitation,
  type SignInParty,
  type SignIns,
} from "../../../types/sign-ins.ts";
import type { McpServer } from "../mcp-server.ts";
import {
  describeClient,
  redirectUrlOf,
  type Authorization,
} from "./authorize.ts";
import { SignInFailure } from "./guarded-fetch.ts";
import {
  expiryOf,
  keyOfSignIn,
  ownerOf,
  type Issuer,
  type KeptSignIn,
} from "./kept-sign-in.ts";
import { createPlaces, type Place } from "./places.ts";
import { removePeople, removeSignIn, toRevocation } from "./removal.ts";
import { createSealedRows, type SealedRows } from "./sealed-rows.ts";

/** A sign-in between leaving for the server's page and coming back. */
interface Begun extends SignInParty, Omit<Authorization, "url"> {
  readonly place?: Place | undefined;
  readonly answer?: IncomingMessage | undefined;
  readonly serverUrl: string;
  readonly redirectUrl: string;
  /** A hash. */
  readonly browser: string;
}

/** A link. */
interface Invited {
  readonly invitation: SignInInvitation;
  readonly place: Place;
}

/** Parley's client at a server, for all sign-ins. */
interface Registration {
  readonly serverUrl: string;
  readonly redirectUrl: string;
  readonly client: Issuer["client"];
}

const TEN_MINUTES_MS = 600_000;
const BEGIN_MS = 20_000;
const TOKEN_BYTES = 24;

/** OAuth is loaded with the first sign-in. */
const load = () => import("./authorize.ts");

/** Opens a deployment's sign-ins. */
export function createSignIns({
  servers,
  store,
  secret,
  retentionMs = 0,
  now = Date.now,
}: {
  servers: readonly McpServer[];
  store: SignInStore;
  secret: string;
  /** After how long without use people's sign-ins expire; 0: never. */
  retentionMs?: number;
  now?: () => number;
}): SignIns & { readonly rows: SealedRows<KeptSignIn> } {
  const rowsOf = <Content>(): SealedRows<Content> =>
    createSealedRows<Content>({ store, secret });
  const rows = createSealedRows<KeptSignIn>({
    store,
    secret,
    expiryOf: ({ owner }) =>
      retentionMs === 0 || owner === ownerOf(DEPLOYMENT)
        ? undefined
        : now() + retentionMs,
  });
  const invitations = rowsOf<Invited>();
  const begun = rowsOf<Begun>();
  const registrations = rowsOf<Registration>();
  const places = createPlaces(store);

  const findServer = ({ server }: { server: string }) =>
    servers.find(({ name, auth }) => name === server && auth !== undefined);
  const namesOf = (mode: McpServer["auth"]) =>
    servers.filter(({ auth }) => auth === mode).map(({ name }) => name);

  const findClient = async (server: McpServer, redirectUrl: string) => {
    const found = await registrations.find(registrationOf(server.name));
    const { serverUrl, redirectUrl: known, client } = found?.content ?? {};
    const { client_secret_expires_at: until = 0 } = { ...client };
    const isCurrent = until === 0 || until * 1_000 > now();
    return serverUrl === server.url && known === redirectUrl && isCurrent
      ? client
      : undefined;
  };

  const unlessForgotten = async (
    invited: Invited | undefined,
  ): Promise<SignInInvitation | undefined> =>
    invited && (await places.isKept(invited.place))
      ? invited.invitation
      : undefined;

  const removeAll = (people: readonly string[]) =>
    removePeople(people, { store, rows });
  const signOut = async (party: SignInParty): Promise<Revocation> =>
    toRevocation([await removeSignIn(keyOfSignIn(party), rows)]);

  return {
    rows,
    servers: { deployment: namesOf("deployment"), person: namesOf("person") },

    async stateOf(party) {
      const content = (await rows.find(keyOfSignIn(party)))?.content;
      if (content === undefined) return { kind: "signed-out" };
      if (content.kind === "refused") return content;
      if (content.serverUrl !== findServer(party)?.url)
        return { kind: "signed-out" };
      const { since, account } = content;
      return { kind: "signed-in", since, account };
    },

    signOut,

    serversOf: (person) => store.list(ownerOf(person)),

    async invite(invitation) {
      const token = createToken();
      const expiresAt = now() + TEN_MINUTES_MS;
      const invited = { invitation, place: await places.mark(invitation) };
      await invitations.put(await linkOf(token), invited, { expiresAt });
      return `/oauth/sign-in/${token}`;
    },

    findInvitation: async (token) =>
      unlessForgotten((await invitations.find(await linkOf(token)))?.content),

    takeInvitation: async (token) =>
      unlessForgotten(await invitations.take(await linkOf(token))),

    async begin(
      { conversation, answer, ...party },
      { origin, browser, signal },
    ) {
      const server = findServer(party);
      if (server === undefined)
        return {
          kind: "failed",
          server: party.server,
          fault: { kind: "gone" },
        };
      const { person } = party;
      const place =
        conversation === undefined
          ? undefined
          : await places.mark({ conversation, person });
      const { prepareAuthorization } = await load();
      const state = createToken();
      const redirectUrl = redirectUrlOf(origin);
      const known = await findClient(server, redirectUrl);
      try {
        const { url, issuer, verifier } = await prepareAuthorization(server, {
          origin,
          state,
          known,
          signal: AbortSignal.any([signal, AbortSignal.timeout(BEGIN_MS)]),
        });
        const at = { serverUrl: server.url, redirectUrl };
        const { client } = issuer;
        if (server.client_id === undefined && client !== known)
          await registrations.put(registrationOf(server.name), {
            ...at,
            client,
          });
        await begun.put(
          await stateKeyOf(state),
          {
            server: server.name,
            person,
            place,
            answer,
            ...at,
            issuer,
            verifier,
            browser: await hashOf(browser),
          },
          { expiresAt: now() + TEN_MINUTES_MS },
        );
        return { kind: "begun", url };
      } catch (error) {
        return { kind: "failed", server: server.name, fault: faultOf(error) };
      }
    },

    async end(answer, { browser, signal }) {
      const state = answer.get("state") ?? "";
      const waiting = await begun.take(await stateKeyOf(state));
      if (waiting?.browser !== (await hashOf(browser)))
        return { kind: "unknown" };
      const { server: name, person, place, serverUrl } = waiting;
      const party = { server: name, person };
      const server = findServer(party);
      const isOver = place !== undefined && !(await places.isKept(place));
      if (isOver || server?.url !== serverUrl) return { kind: "unknown" };
      const { redeemCode } = await load();
      try {
        const redeemed = await redeemCode(answer, {
          ...waiting,
          server,
          signal,
        });
        if (redeemed.kind === "denied") return { ...redeemed, ...party };
        const { tokens, account } = redeemed;
        await rows.put(keyOfSignIn(party), {
          kind: "signed-in",
          serverUrl,
          issuer: waiting.issuer,
          tokens,
          expiresAt: expiryOf(tokens, now()),
          since: now(),
          account,
        });
        // Again, since the server has taken its time.
        if (place !== undefined && !(await places.isKept(place))) {
          const revoke = await signOut(party);
          await revoke();
          return { kind: "unknown" };
        }
        return { kind: "signed-in", ...party, answer: waiting.answer };
      } catch (error) {
        // The client may be what the server has forgotten.
        await store.take(registrationOf(name));
        return { kind: "failed", fault: faultOf(error), ...party };
      }
    },

    describeClient,

    async forget({ person, conversations = [] }) {
      const asked = await Promise.all(conversations.map(places.peopleIn));
      const people = new Set([asked, person ?? []].flat(2));
      const removed = await removeAll([...people]);
      await Promise.all(conversations.map(places.forget));
      // What a sign-in has kept meanwhile, since its place was there.
      const late = await removeAll([...people]);
      return toRevocation([...removed, ...late]);
    },
  };
}

/** Anything but a failure of the sign-in is thrown. */
function faultOf(error: unknown): SignInFault {
  if (error instanceof SignInFailure) return error.fault;
  throw error;
}

/** 192 random bits, for a URL. */
function createToken(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));
}

async function hashOf(text: string): Promise<string> {
  return toHex(await sha256(text));
}

/** Who can read the storage has no link. */
async function linkOf(token: string): Promise<SignInKey> {
  return { owner: `link/${await hashOf(token)}`, name: "link" };
}

async function stateKeyOf(state: string): Promise<SignInKey> {
  return { owner: `begun/${await hashOf(state)}`, name: "begun" };
}

function registrationOf(server: string): SignInKey {
  return { owner: "clients", name: server };
}
