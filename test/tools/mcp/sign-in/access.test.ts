import { afterEach, describe, expect, it } from "vitest";
import { createRemoteTools } from "../../../../src/tools/mcp/remote-tools.ts";
import { createAccess } from "../../../../src/tools/mcp/sign-in/access.ts";
import { DEPLOYMENT } from "../../../../src/types/sign-ins.ts";
import { createToolContext } from "../../../fakes/create-tool-context.ts";
import {
  startSignInScene,
  type SignInScene,
} from "../../../fakes/sign-in-scene.ts";
import { loggedEvents } from "../../../fixtures/log.ts";

const { signal } = new AbortController();
const ANN = { server: "shop", person: "ann" };
const OPTIONS = { signal, timeoutMs: 5_000, mayHaveRun: false };

let scene: SignInScene;
afterEach(() => scene.shop.close());

const accessOf = () =>
  createAccess({
    rows: scene.open().rows,
    server: scene.server,
    party: ANN,
    now: scene.now,
  });
const toolsOf = () =>
  createRemoteTools({
    servers: [scene.server],
    rows: scene.signIns.rows,
    allowedDangerous: [],
    now: scene.now,
  });

describe("access to a server", () => {
  it("is renewed once for all that need it at the same time", async () => {
    scene = await startSignInScene({ tokenSeconds: 100 });
    await scene.end(await scene.leave());
    const first = await accessOf().token({ signal });
    scene.clock.at += 99_999;
    const tokens = await Promise.all(
      Array.from({ length: 8 }, () => accessOf().token({ signal })),
    );
    expect(new Set(tokens).size).toBeLessThanOrEqual(2);
    scene.clock.at += 1;
    const renewed = await accessOf().token({ signal });
    expect(renewed).not.toBe(first);
    expect(scene.shop.refreshes()).toBe(1);
  });

  it("is waited for while another renews what has expired", async () => {
    scene = await startSignInScene({ tokenSeconds: 100 });
    await scene.end(await scene.leave());
    scene.clock.at += 100_000;
    const tokens = await Promise.all(
      Array.from({ length: 4 }, () => accessOf().token({ signal })),
    );
    expect(new Set(tokens).size).toBe(1);
    expect(scene.shop.refreshes()).toBe(1);
  });

  it("is renewed by the next one after a process died before it asked", async () => {
    scene = await startSignInScene({ tokenSeconds: 100 });
    await scene.end(await scene.leave());
    scene.clock.at += 100_000;
    const { rows } = scene.signIns;
    const key = { owner: "of/ann", name: "shop" };
    const row = await rows.find(key);
    if (row?.content.kind !== "signed-in") throw new Error("Not signed in.");
    const renewedUntil = scene.clock.at + 20_000;
    await rows.swap(key, row.version, { ...row.content, renewedUntil });
    scene.clock.at += 20_000;
    expect(await accessOf().token({ signal })).toMatch(/^at-/);
  });

  it("is not waited for while the old token is valid", async () => {
    scene = await startSignInScene({ tokenSeconds: 100 });
    await scene.end(await scene.leave());
    const first = await accessOf().token({ signal });
    const { rows } = scene.signIns;
    const key = { owner: "of/ann", name: "shop" };
    const row = await rows.find(key);
    if (row?.content.kind !== "signed-in") throw new Error("Not signed in.");
    const renewedUntil = scene.clock.at + 99_999;
    await rows.swap(key, row.version, { ...row.content, renewedUntil });
    scene.clock.at += 99_998;
    expect(await accessOf().token({ signal })).toBe(first);
    expect(scene.shop.refreshes()).toBe(0);
  });

  it("keeps new tokens although the storage fails once", async () => {
    scene = await startSignInScene({ tokenSeconds: 100 });
    await scene.end(await scene.leave());
    scene.clock.at += 100_000;
    const { rows } = scene.signIns;
    let writes = 0;
    const failing: typeof rows = {
      ...rows,
      async swap(...options) {
        if (++writes === 2) throw new Error("The storage is down.");
        return rows.swap(...options);
      },
    };
    const { server, now } = scene;
    const options = { rows: failing, server, party: ANN, now };
    const renewed = await createAccess(options).token({ signal });
    expect(await accessOf().token({ signal })).toBe(renewed);
    expect(scene.shop.refreshes()).toBe(1);
  });

  it.each([
    [100, { kind: "refused" }],
    [undefined, { kind: "signed-in" }],
  ])(
    "without a refresh token lasts as long as its token, of %j seconds",
    async (expires_in, state) => {
      scene = await startSignInScene();
      const answer = { access_token: "at-only", token_type: "Bearer" };
      scene.shop.state.tokenAnswer = [200, { ...answer, expires_in }];
      await scene.end(await scene.leave());
      scene.clock.at += 99_999;
      expect(await accessOf().token({ signal })).toBe("at-only");
      scene.clock.at += 1;
      await accessOf()
        .token({ signal })
        .catch(() => {});
      expect(await scene.signIns.stateOf(ANN)).toMatchObject(state);
      expect(scene.shop.refreshes()).toBe(0);
    },
  );

  it("ends, and says so, when the server refuses to renew it", async () => {
    scene = await startSignInScene({ tokenSeconds: 100 });
    await scene.end(await scene.leave());
    scene.shop.state.isRevoked = true;
    scene.clock.at += 100_000;
    await expect(accessOf().token({ signal })).rejects.toThrow(
      "The user is not signed in at shop.",
    );
    expect(await scene.signIns.stateOf(ANN)).toEqual({ kind: "refused" });
    await expect(accessOf().token({ signal })).rejects.toThrow();
    expect(scene.shop.refreshes()).toBe(1);
  });

  it("outlasts a server that fails for a while", async () => {
    scene = await startSignInScene({ tokenSeconds: 100 });
    await scene.end(await scene.leave());
    scene.shop.state.refreshStatus = 503;
    scene.clock.at += 50_000;
    expect(await accessOf().token({ signal })).toMatch(/^at-/);
    scene.clock.at += 50_000;
    await expect(accessOf().token({ signal })).rejects.toThrow(
      "The sign-in at shop cannot be renewed now. Try again later.",
    );
    scene.shop.state.refreshStatus = 200;
    expect(await accessOf().token({ signal })).toMatch(/^at-/);
  });

  it("is renewed once for a token that the server refuses, also if it gives the same or fails", async () => {
    scene = await startSignInScene();
    await scene.end(await scene.leave());
    const refused = await accessOf().token({ signal });
    scene.shop.state.refreshStatus = 503;
    await expect(accessOf().token({ signal, refused })).rejects.toThrow(
      "cannot be renewed now",
    );
    expect(scene.shop.refreshes()).toBe(1);
  });

  it("does not come back when somebody signs out during the renewal", async () => {
    scene = await startSignInScene({ tokenSeconds: 100 });
    await scene.end(await scene.leave());
    scene.clock.at += 100_000;
    scene.shop.state.beforeTokens = async () =>
      void (await scene.signIns.signOut(ANN));
    await expect(accessOf().token({ signal })).rejects.toThrow("not signed in");
    expect(scene.shop.refreshes()).toBe(1);
    expect(await scene.signIns.serversOf("ann")).toEqual([]);
  });

  it("is for the address that the sign-in was for", async () => {
    scene = await startSignInScene();
    await scene.end(await scene.leave());
    const moved = { ...scene.server, url: "https://evil.example/mcp" };
    const { rows } = scene.signIns;
    const access = createAccess({ rows, server: moved, party: ANN });
    await expect(access.token({ signal })).rejects.toThrow("not signed in");
  });
});

describe("the tools of a server", () => {
  it("are there for everybody once an operator is signed in, and gone once they are out", async () => {
    scene = await startSignInScene({ server: { auth: "deployment" } });
    const find = toolsOf();
    const party = { server: "shop", person: DEPLOYMENT };
    expect(await find({ signal })).toEqual([]);
    await scene.end(await scene.leave(party));
    const tools = await find({ signal, person: "bob" });
    expect(tools.map(({ name }) => name)).toEqual([
      "shop__find_order",
      "shop__list_colours",
    ]);
    expect(await find({ signal, person: "bob" })).toBe(tools);
    await scene.signIns.signOut(party);
    expect(await find({ signal })).toEqual([]);
  });

  it("are each person's own; the others have one to sign in", async () => {
    scene = await startSignInScene();
    await scene.end(await scene.leave());
    const find = toolsOf();
    const namesOf = async (person?: string) =>
      (await find({ signal, person })).map(({ name }) => name);
    expect(await namesOf("ann")).toContain("shop__find_order");
    for (const person of ["bob", undefined])
      expect(await namesOf(person)).toEqual(["shop__sign_in"]);
  });

  it("are called with a new token when the server refuses the old one", async () => {
    scene = await startSignInScene();
    await scene.end(await scene.leave());
    const [tool] = await toolsOf()({ signal, person: "ann" });
    scene.shop.expireTokens();
    const output = await tool?.run(
      { number: "A-17" },
      { ...createToolContext(), ...OPTIONS },
    );
    expect(output).toMatchObject({ text: expect.stringContaining("red kite") });
    expect(scene.shop.refreshes()).toBe(1);
  });

  it("are there while their server cannot renew the sign-in", async () => {
    scene = await startSignInScene({ tokenSeconds: 100 });
    await scene.end(await scene.leave());
    const find = toolsOf();
    const tools = await find({ signal, person: "ann" });
    scene.clock.at += 100_000;
    scene.shop.state.refreshStatus = 503;
    expect(await find({ signal, person: "ann" })).toBe(tools);
    expect(loggedEvents()).toContain("MCP sign-in not read");
  });

  it("hide the person's token from what they return", async () => {
    scene = await startSignInScene();
    await scene.end(await scene.leave());
    const [tool] = await toolsOf()({ signal, person: "ann" });
    const number = await accessOf().token({ signal });
    await expect(
      tool?.run({ number }, { ...createToolContext(), ...OPTIONS }),
    ).rejects.toThrow("There is no order [hidden].");
  });

  it("are called once if the server fails otherwise", async () => {
    scene = await startSignInScene();
    await scene.end(await scene.leave());
    const [tool] = await toolsOf()({ signal, person: "ann" });
    await scene.shop.close();
    await expect(
      tool?.run({ number: "A-17" }, { ...createToolContext(), ...OPTIONS }),
    ).rejects.toThrow("shop cannot be reached.");
  });

  it("ask the person to sign in again when the server accepts nothing any more", async () => {
    scene = await startSignInScene();
    await scene.end(await scene.leave());
    const [tool] = await toolsOf()({ signal, person: "ann" });
    scene.shop.expireTokens();
    scene.shop.state.isRevoked = true;
    const run = tool?.run(
      { number: "A-17" },
      { ...createToolContext(), ...OPTIONS, isPrivate: true, mayAsk: true },
    );
    await expect(run).rejects.toMatchObject({
      request: { kind: "sign-in", server: "shop" },
    });
  });

  it("tell what to do where nobody can be asked", async () => {
    scene = await startSignInScene();
    const [tool] = await toolsOf()({ signal });
    const context = { ...createToolContext(), ...OPTIONS };
    await expect(tool?.run({}, context)).rejects.toThrow(
      "only in a private chat",
    );
    await expect(
      tool?.run({}, { ...context, isPrivate: true }),
    ).rejects.toThrow("cannot be asked here");
  });
});
