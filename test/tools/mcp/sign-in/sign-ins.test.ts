import { afterEach, describe, expect, it } from "vitest";
import { createAccess } from "../../../../src/tools/mcp/sign-in/access.ts";
import { DEPLOYMENT } from "../../../../src/types/sign-ins.ts";
import {
  ORIGIN,
  startSignInScene,
  type SignInScene,
} from "../../../fakes/sign-in-scene.ts";
import { logged } from "../../../fixtures/log.ts";

const { signal } = new AbortController();
const ANN = { server: "shop", person: "ann" };
const TEN_MINUTES = 600_000;

let scene: SignInScene;
afterEach(() => scene.shop.close());

describe("a sign-in", () => {
  it("keeps tokens for one person, encrypted, and tells the account", async () => {
    scene = await startSignInScene();
    expect(await scene.signIns.stateOf(ANN)).toEqual({ kind: "signed-out" });
    const end = await scene.end(await scene.leave());
    expect(end).toEqual({ kind: "signed-in", ...ANN });
    const state = { kind: "signed-in", account: "ann@shop.example" };
    expect(await scene.signIns.stateOf(ANN)).toMatchObject(state);
    for (const person of ["bob", DEPLOYMENT])
      expect(await scene.signIns.stateOf({ ...ANN, person })).toEqual({
        kind: "signed-out",
      });
    expect(scene.dump()).not.toMatch(/[ar]t-[\da-f]{8}|shop\.example|client-/);
    // Who has the storage without the secret has nothing.
    const other = scene.open("another secret of this deployment");
    expect(await other.stateOf(ANN)).toEqual({ kind: "signed-out" });
  });

  /** What the server's page is asked. */
  async function begin(origin = ORIGIN) {
    const start = await scene.signIns.begin(ANN, {
      origin,
      browser: "b",
      signal,
    });
    const { searchParams } = new URL(start.kind === "begun" ? start.url : "");
    return Object.fromEntries(searchParams);
  }

  it("asks with PKCE, the state, the resource and the scope of the challenge", async () => {
    scene = await startSignInScene();
    expect(await begin()).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      redirect_uri: `${ORIGIN}/oauth/callback`,
      resource: scene.server.url,
      scope: "orders",
      state: expect.stringMatching(/^[\da-f]{48}$/),
    });
  });

  it("names Parley by its address where the server reads that", async () => {
    const metadata = { client_id_metadata_document_supported: true };
    scene = await startSignInScene({ metadata });
    expect(await begin("https://bot.example")).toMatchObject({
      client_id: "https://bot.example/oauth/client.json",
    });
  });

  it("asks for the operator's scope rather than the server's", async () => {
    const scope = "orders:read offline_access";
    scene = await startSignInScene({ server: { scope } });
    expect(await begin()).toMatchObject({ scope });
  });

  it("registers Parley once for all people", async () => {
    scene = await startSignInScene();
    await scene.end(await scene.leave());
    await scene.end(await scene.leave({ person: "bob" }));
    const paths = scene.shop.requests.map(({ path }) => path);
    expect(paths.filter((path) => path === "/register")).toHaveLength(1);
  });

  it("uses the client that the operator names", async () => {
    scene = await startSignInScene({
      registers: false,
      server: { client_id: "by-hand", client_secret: "s3cret-of-client" },
    });
    scene.shop.addClient("by-hand");
    expect(await scene.end(await scene.leave())).toMatchObject({
      kind: "signed-in",
    });
    const tokens = scene.shop.requests.find(({ path }) => path === "/token");
    expect(tokens?.body.get("client_secret")).toBe("s3cret-of-client");
  });

  it("uses that client also where one was registered before", async () => {
    scene = await startSignInScene();
    await scene.end(await scene.leave());
    Object.assign(scene.server, { client_id: "by-hand" });
    expect(await begin()).toMatchObject({ client_id: "by-hand" });
  });

  it("says what to do where clients are registered by hand", async () => {
    scene = await startSignInScene({ registers: false });
    const beginning = scene.signIns.begin(ANN, {
      origin: ORIGIN,
      browser: "b",
      signal,
    });
    const redirectUrl = `${ORIGIN}/oauth/callback`;
    expect(await beginning).toEqual({
      kind: "failed",
      server: "shop",
      fault: { kind: "unregistered", redirectUrl },
    });
  });

  it("does not begin at a server that is gone", async () => {
    scene = await startSignInScene();
    const party = { server: "mill", person: "ann" };
    const options = { origin: ORIGIN, browser: "b", signal };
    expect(await scene.signIns.begin(party, options)).toEqual({
      kind: "failed",
      server: "mill",
      fault: { kind: "gone" },
    });
  });

  it("changes nothing if consent is denied", async () => {
    scene = await startSignInScene();
    scene.shop.state.consent = "no";
    expect(await scene.end(await scene.leave())).toEqual({
      kind: "denied",
      ...ANN,
    });
    expect(await scene.signIns.stateOf(ANN)).toEqual({ kind: "signed-out" });
  });

  it("ends once", async () => {
    scene = await startSignInScene();
    const answer = await scene.leave();
    await scene.end(answer);
    expect(await scene.end(answer)).toEqual({ kind: "unknown" });
  });

  it("ends within ten minutes", async () => {
    scene = await startSignInScene();
    const answer = await scene.leave();
    scene.clock.at += TEN_MINUTES;
    expect(await scene.end(answer)).toEqual({ kind: "unknown" });
  });

  it("ends only in the browser where it began", async () => {
    scene = await startSignInScene();
    expect(await scene.end(await scene.leave(), "another")).toEqual({
      kind: "unknown",
    });
    expect(await scene.signIns.stateOf(ANN)).toEqual({ kind: "signed-out" });
  });

  it.each(["code", "error"])(
    "accepts no %s from another issuer than it began with",
    async (kind) => {
      scene = await startSignInScene();
      if (kind === "error") scene.shop.state.consent = "no";
      const answer = await scene.leave();
      answer.set("iss", "https://evil.example");
      expect(await scene.end(answer)).toMatchObject({ kind: "failed" });
      const paths = scene.shop.requests.map(({ path }) => path);
      expect(paths).not.toContain("/token");
    },
  );

  it.each([
    ["authorization_endpoint", "https://10.0.0.1/authorize"],
    ["authorization_endpoint", "javascript:alert(1)"],
    ["registration_endpoint", "http://169.254.169.254/latest"],
    ["token_endpoint", "https://vault.internal/token"],
    ["issuer", "https://evil.example"],
  ])("goes nowhere if the metadata's %s is %s", async (field, value) => {
    scene = await startSignInScene({ metadata: { [field]: value } });
    const work = async () => {
      const end = await scene.end(await scene.leave());
      if (end.kind !== "signed-in") throw new Error(end.kind);
    };
    await expect(work()).rejects.toThrow();
    expect(await scene.signIns.stateOf(ANN)).toEqual({ kind: "signed-out" });
  });

  it("reads no endless metadata", async () => {
    scene = await startSignInScene({ metadata: { much: "x".repeat(70_000) } });
    await expect(scene.leave()).rejects.toThrow("too-much");
  });

  it("is gone after signing out, after forgetting the person, and with its conversation", async () => {
    scene = await startSignInScene();
    const { signIns } = scene;
    const enter = async () =>
      scene.end(await scene.leave({ conversation: "telegram:42" }));
    for (const leave of [
      () => signIns.signOut(ANN),
      () => signIns.forget({ person: "ann" }),
      () => signIns.forget({ conversations: ["telegram:42"] }),
    ]) {
      await enter();
      expect(await signIns.serversOf("ann")).toEqual(["shop"]);
      await leave();
      expect(await signIns.stateOf(ANN)).toEqual({ kind: "signed-out" });
      expect(await signIns.serversOf("ann")).toEqual([]);
    }
  });
});

interface Untold {
  revokes?: boolean;
  revocation_endpoint?: string;
}

describe("the server of a sign-in that is over", () => {
  const revocations = () =>
    scene.shop.requests.filter(({ path }) => path === "/revoke");

  it.each([
    ["signing out", () => scene.signIns.signOut(ANN)],
    ["forgetting the person", () => scene.signIns.forget({ person: "ann" })],
    [
      "forgetting the conversation",
      () => scene.signIns.forget({ conversations: ["telegram:42"] }),
    ],
  ])("is told after %s, once the tokens are gone here", async (_, leave) => {
    scene = await startSignInScene({ revokes: true });
    await scene.end(await scene.leave({ conversation: "telegram:42" }));
    const revoke = await leave();
    expect(scene.dump()).not.toContain("of/ann");
    expect(revocations()).toEqual([]);
    await revoke();
    const [{ body } = { body: new URLSearchParams() }] = revocations();
    expect(Object.fromEntries(body)).toEqual({
      token: expect.stringMatching(/^rt-/),
      token_type_hint: "refresh_token",
      client_id: expect.stringMatching(/^client-/),
    });
    await (
      await leave()
    )();
    expect(revocations()).toHaveLength(1);
  });

  it("is told with the access token if it gave no other", async () => {
    scene = await startSignInScene({ revokes: true });
    const token = { access_token: "at-only", token_type: "Bearer" };
    scene.shop.state.tokenAnswer = [200, token];
    await scene.end(await scene.leave());
    await (
      await scene.signIns.signOut(ANN)
    )();
    const [request] = revocations();
    expect(request?.body.get("token")).toBe("at-only");
    expect(request?.body.get("token_type_hint")).toBe("access_token");
  });

  it.each([
    ["client_secret_basic", undefined, "Basic YnktaGFuZDpzM2NyZXQ="],
    ["client_secret_post", "s3cret", undefined],
  ])("is told as its client, by %s", async (method, secret, header) => {
    scene = await startSignInScene({
      revokes: true,
      server: { client_id: "by-hand", client_secret: "s3cret" },
      metadata: { revocation_endpoint_auth_methods_supported: [method] },
    });
    scene.shop.addClient("by-hand");
    await scene.end(await scene.leave());
    await (
      await scene.signIns.signOut(ANN)
    )();
    const [request] = revocations();
    expect(request?.body.get("client_secret") ?? undefined).toBe(secret);
    expect(request?.authorization).toBe(header);
  });

  it.each([
    ["wants not to know", {}, 0],
    ["names a private address", { revocation_endpoint: "https://10.0.0.1" }, 1],
    ["fails", { revokes: true }, 1],
  ])("may be left untold, if it %s", async (_, options: Untold, lines) => {
    const { revokes, ...metadata } = options;
    scene = await startSignInScene({ revokes: revokes === true, metadata });
    scene.shop.state.revokeStatus = 503;
    await scene.end(await scene.leave());
    await (
      await scene.signIns.signOut(ANN)
    )();
    expect(await scene.signIns.stateOf(ANN)).toEqual({ kind: "signed-out" });
    expect(logged).toHaveLength(lines);
    expect(JSON.stringify(logged)).not.toMatch(/rt-|at-|client-/);
  });

  it("is told if the conversation was forgotten while it made the tokens", async () => {
    scene = await startSignInScene({ revokes: true });
    const answer = await scene.leave({ conversation: "telegram:42" });
    scene.shop.state.beforeTokens = async () =>
      void (await scene.signIns.forget({ conversations: ["telegram:42"] }));
    await scene.end(answer);
    expect(revocations()).toHaveLength(1);
  });
});

describe("a sign-in under MEMORY_RETENTION_DAYS", () => {
  const DAY = 86_400_000;
  const use = () =>
    createAccess({
      rows: scene.signIns.rows,
      server: scene.server,
      party: ANN,
      now: scene.now,
    }).token({ signal });

  it("expires if it is not used, like what its person wrote", async () => {
    scene = await startSignInScene({ retentionMs: 30 * DAY });
    await scene.end(await scene.leave());
    scene.clock.at += 30 * DAY - 1;
    expect(await scene.signIns.stateOf(ANN)).toMatchObject({
      kind: "signed-in",
    });
    scene.clock.at += 1;
    expect(await scene.signIns.stateOf(ANN)).toEqual({ kind: "signed-out" });
  });

  it.each([90 * 86_400, 3_600])(
    "is kept while it is used, with tokens of %d seconds",
    async (tokenSeconds) => {
      scene = await startSignInScene({ retentionMs: 30 * DAY, tokenSeconds });
      await scene.end(await scene.leave());
      for (let day = 0; day < 60; day += 20) {
        scene.clock.at += 20 * DAY;
        expect(await use()).toMatch(/^at-/);
      }
    },
  );

  it("is written once a day for that", async () => {
    scene = await startSignInScene({
      retentionMs: 30 * DAY,
      tokenSeconds: 9e6,
    });
    await scene.end(await scene.leave());
    const before = scene.dump();
    scene.clock.at += DAY - 1;
    await use();
    expect(scene.dump()).toBe(before);
    scene.clock.at += 1;
    await use();
    expect(scene.dump()).not.toBe(before);
  });

  it("begins to expire, or ends to, once the setting is there, or not", async () => {
    scene = await startSignInScene({ tokenSeconds: 9e6 });
    await scene.end(await scene.leave());
    const useWith = (retentionMs: number) =>
      createAccess({
        rows: scene.open(undefined, retentionMs).rows,
        server: scene.server,
        party: ANN,
        now: scene.now,
      }).token({ signal });
    await useWith(DAY);
    await useWith(0);
    scene.clock.at += DAY;
    await useWith(DAY);
    scene.clock.at += DAY;
    expect(await scene.signIns.stateOf(ANN)).toEqual({ kind: "signed-out" });
  });

  it("never expires if it is the deployment's", async () => {
    scene = await startSignInScene({ retentionMs: DAY });
    const party = { ...ANN, person: DEPLOYMENT };
    await scene.end(await scene.leave(party));
    scene.clock.at += 1_000 * DAY;
    expect(await scene.signIns.stateOf(party)).toMatchObject({
      kind: "signed-in",
    });
  });
});

describe("forgetting a conversation", () => {
  it("ends a sign-in that is under way, also once another has begun", async () => {
    scene = await startSignInScene();
    const { signIns } = scene;
    const answer = await scene.leave({ conversation: "telegram:42" });
    await signIns.forget({ conversations: ["telegram:42"] });
    await scene.leave({ conversation: "telegram:42" });
    expect(await scene.end(answer)).toEqual({ kind: "unknown" });
    expect(await signIns.stateOf(ANN)).toEqual({ kind: "signed-out" });
  });

  it("ends a sign-in whose tokens come just then", async () => {
    scene = await startSignInScene();
    const { signIns } = scene;
    const answer = await scene.leave({ conversation: "telegram:42" });
    scene.shop.state.beforeTokens = async () =>
      void (await signIns.forget({ conversations: ["telegram:42"] }));
    expect(await scene.end(answer)).toEqual({ kind: "unknown" });
    expect(await signIns.serversOf("ann")).toEqual([]);
  });

  it("ends its links", async () => {
    scene = await startSignInScene();
    const { signIns } = scene;
    const invitation = { ...ANN, conversation: "telegram:42", who: "Ann" };
    const path = await signIns.invite(invitation);
    await signIns.forget({ conversations: ["telegram:42"] });
    const token = path.split("/").at(-1) ?? "";
    expect(await signIns.findInvitation(token)).toBeUndefined();
    expect(await signIns.takeInvitation(token)).toBeUndefined();
  });
});

it("an invitation works once, for ten minutes", async () => {
  scene = await startSignInScene();
  const { signIns, clock } = scene;
  const invitation = { ...ANN, conversation: "telegram:42", who: "Ann" };
  const tokenOf = (path: string) => path.split("/").at(-1) ?? "";
  const token = tokenOf(await signIns.invite(invitation));
  expect(scene.dump()).not.toContain(token);
  expect(await signIns.findInvitation(token)).toEqual(invitation);
  expect(await signIns.takeInvitation(token)).toEqual(invitation);
  expect(await signIns.takeInvitation(token)).toBeUndefined();
  const late = tokenOf(await signIns.invite(invitation));
  clock.at += TEN_MINUTES;
  expect(await signIns.findInvitation(late)).toBeUndefined();
});
