import { Hono } from "hono";
import { afterEach, describe, expect, it } from "vitest";
import { createSetupSignInRoutes } from "../../src/http/admin/sign-in-routes.ts";
import { createSignInRoutes } from "../../src/http/sign-in/routes.ts";
import type { Delivery } from "../../src/types/mailbox.ts";
import type { IncomingMessage } from "../../src/types/message.ts";
import { DEPLOYMENT } from "../../src/types/sign-ins.ts";
import {
  ORIGIN,
  startSignInScene,
  type SignInScene,
} from "../fakes/sign-in-scene.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createTurn } from "../fixtures/turns.ts";

const SAME_SITE = { "sec-fetch-site": "same-origin" };
const ANN = { server: "shop", person: "ann" };
const INVITATION = {
  ...ANN,
  conversation: "telegram:42",
  who: "Ann <@ann>, telegram",
};

type Options = Parameters<typeof startSignInScene>[0] & {
  readonly tokenAnswer?: [number, unknown];
};

let scene: SignInScene;
afterEach(() => scene.shop.close());

function createApp(delivered: IncomingMessage[] = []) {
  const { signIns } = scene;
  const mailbox = {
    deliver: async (message: IncomingMessage): Promise<Delivery> => {
      delivered.push(message);
      return { kind: "accepted", turn: createTurn({ message }) };
    },
  };
  const app = new Hono()
    .route("/oauth", createSignInRoutes({ signIns, mailbox, bot: "Kite & Co" }))
    .route("/admin/setup/sign-ins", createSetupSignInRoutes(signIns));
  return async (
    path: string,
    init: { method?: string; headers?: Record<string, string> } = {},
  ) => {
    const response = await app.request(new URL(path, ORIGIN), init);
    const { status, headers } = response;
    return { status, headers, text: await response.text() };
  };
}

/** As a browser: the cookie without its attributes. */
function cookieOf({ headers }: { headers: Headers }): string {
  return headers.get("set-cookie")?.split(";")[0] ?? "";
}

/** Visits the server's page, and returns the way back. */
async function visit(url: string): Promise<string> {
  const page = await fetch(url, { redirect: "manual" });
  return page.headers.get("location") ?? "";
}

function linkedUrl(html: string): string {
  const [, url = ""] = /<a href="([^"]+)"/.exec(html) ?? [];
  return url.replaceAll("&amp;", "&");
}

describe("a link from a chat", () => {
  it("says for whom and what it is, and signs in once its button is pressed", async () => {
    scene = await startSignInScene();
    const delivered: IncomingMessage[] = [];
    const ask = createApp(delivered);
    const answer = createMessage({ id: "sign-in/1" });
    const link = await scene.signIns.invite({ ...INVITATION, answer });
    for (let preview = 0; preview < 2; preview++) {
      const { status, text } = await ask(link);
      expect(status).toBe(200);
      expect(text).toContain("Let Kite &amp; Co use shop for you");
      expect(text).toContain("Ann &lt;@ann&gt;, telegram");
    }
    expect(scene.shop.requests).toEqual([]);
    const pressed = await ask(link, { method: "POST", headers: SAME_SITE });
    expect(pressed.headers.get("set-cookie")).toMatch(
      /^parley_sign_in=[\w-]{36}; Path=\/oauth; HttpOnly; SameSite=Lax; Max-Age=600$/,
    );
    const [, next] =
      /"refresh" content="0; url=([^"]+)"/.exec(pressed.text) ?? [];
    expect(next?.replaceAll("&amp;", "&")).toBe(linkedUrl(pressed.text));
    const back = await visit(linkedUrl(pressed.text));
    const done = await ask(back, { headers: { cookie: cookieOf(pressed) } });
    expect(done.text).toContain("Kite &amp; Co goes on with your message");
    expect(delivered).toEqual([answer]);
    expect(await scene.signIns.stateOf(ANN)).toMatchObject({
      kind: "signed-in",
    });
  });

  it("works once, and not from another site", async () => {
    scene = await startSignInScene();
    const ask = createApp();
    const link = await scene.signIns.invite(INVITATION);
    const post = (site: string) =>
      ask(link, { method: "POST", headers: { "sec-fetch-site": site } });
    expect((await post("cross-site")).status).toBe(403);
    expect((await post("same-origin")).status).toBe(200);
    expect((await post("same-origin")).status).toBe(404);
    expect((await ask(link)).text).toContain("This link no longer works");
  });

  it("signs nobody in whose browser did not press the button", async () => {
    scene = await startSignInScene();
    const ask = createApp();
    const link = await scene.signIns.invite(INVITATION);
    const pressed = await ask(link, { method: "POST", headers: SAME_SITE });
    const back = await visit(linkedUrl(pressed.text));
    expect(await ask(back)).toMatchObject({ status: 400 });
    expect(await scene.signIns.stateOf(ANN)).toEqual({ kind: "signed-out" });
  });

  it("says so, in Chinese if preferred, when consent is denied", async () => {
    scene = await startSignInScene();
    scene.shop.state.consent = "no";
    const ask = createApp();
    const link = await scene.signIns.invite(INVITATION);
    const pressed = await ask(link, { method: "POST", headers: SAME_SITE });
    const back = await visit(linkedUrl(pressed.text));
    const cookie = cookieOf(pressed);
    const headers = { cookie, "accept-language": "zh-CN" };
    expect((await ask(back, { headers })).text).toContain("没有登录");
  });

  const LONG = `<b onclick="x()">Account</b>\n\u202Elocked ${"x".repeat(500)}`;
  const QUOTED =
    "&lt;b onclick=&quot;x()&quot;&gt;Account&lt;/b&gt; locked xxx";

  it.each([
    ["en-US", "denied", "shop says: “"],
    ["zh-CN", "denied", "shop 的原话：“"],
    ["en-US", "refused", "shop has refused the sign-in. shop says: “"],
    ["zh-CN", "refused", "shop 拒绝了这次登录。shop 的原话：“"],
  ])(
    "quotes what the server says, as its words, escaped and cut: %s, %s",
    async (language, kind, introduction) => {
      scene = await startSignInScene();
      const { state } = scene.shop;
      if (kind === "denied") state.consent = "no";
      state.words = LONG;
      const refusal = { error: "invalid_grant", error_description: LONG };
      state.tokenAnswer = [400, refusal];
      const text = await readEnd(language);
      expect(text).toContain(`${introduction}${QUOTED}`);
      expect(text.match(/“.*”/s)?.[0].length).toBeLessThan(300);
    },
  );

  it.each([
    ["unregistered", { registers: false }],
    ["address", { metadata: { token_endpoint: "https://10.0.0.1/token" } }],
    ["too much", { metadata: { much: "x".repeat(70_000) } }],
    ["issuer", { metadata: { issuer: "https://evil.example" } }],
    ["refused", { tokenAnswer: [400, { error: "invalid_grant" }] }],
    ["no OAuth", { tokenAnswer: [500, { oops: "Something went wrong" }] }],
  ] satisfies [string, Options][])(
    "says in Chinese why it failed, without English: %s",
    async (_, { tokenAnswer, ...options }: Options) => {
      scene = await startSignInScene(options);
      scene.shop.state.tokenAnswer = tokenAnswer;
      const text = await readEnd("zh-CN");
      expect(text).toContain("没有登录");
      const sentences = text.replace(/^.*<main>/s, "").replaceAll(/<.*?>/g, "");
      expect(sentences).not.toMatch(/[a-z]+ [a-z]+/);
    },
  );

  /** What the person reads last. */
  async function readEnd(language: string): Promise<string> {
    const ask = createApp();
    const link = await scene.signIns.invite(INVITATION);
    const headers = { ...SAME_SITE, "accept-language": language };
    const pressed = await ask(link, { method: "POST", headers });
    const url = linkedUrl(pressed.text);
    if (url === "") return pressed.text;
    const cookie = cookieOf(pressed);
    return (await ask(await visit(url), { headers: { ...headers, cookie } }))
      .text;
  }

  it("says why a sign-in cannot begin", async () => {
    scene = await startSignInScene({ registers: false });
    const ask = createApp();
    const link = await scene.signIns.invite(INVITATION);
    const pressed = await ask(link, { method: "POST", headers: SAME_SITE });
    expect(pressed.status).toBe(502);
    expect(pressed.text).toContain("needs a client that is registered by hand");
  });
});

describe("the setup page's sign-ins", () => {
  const PARTY = { server: "shop", person: DEPLOYMENT };

  it("are listed, begun and ended by an operator, without a deployment", async () => {
    scene = await startSignInScene({ server: { auth: "deployment" } });
    const ask = createApp();
    const path = "/admin/setup/sign-ins";
    const list = async () => JSON.parse((await ask(path)).text) as unknown;
    expect(await list()).toEqual({
      sign_ins: [{ name: "shop", by: "operator", state: "signed-out" }],
    });
    const begun = await ask(`${path}/shop/begin`, { method: "POST" });
    const { url } = JSON.parse(begun.text) as { url: string };
    const headers = { cookie: cookieOf(begun) };
    const done = await ask(await visit(url), { headers });
    expect(done.status).toBe(303);
    expect(done.headers.get("location")).toBe("/setup");
    expect(await list()).toMatchObject({
      sign_ins: [{ state: "signed-in", account: "ann@shop.example" }],
    });
    await ask(`${path}/shop/end`, { method: "POST" });
    expect(await scene.signIns.stateOf(PARTY)).toEqual({ kind: "signed-out" });
  });

  it.each([
    ["en", "shop needs a client that is registered by hand"],
    ["zh-CN", "shop 需要手工注册客户端"],
  ])(
    "say why one cannot begin, in the page's language: %s",
    async (language, reason) => {
      scene = await startSignInScene({
        registers: false,
        server: { auth: "deployment" },
      });
      const { text } = await createApp()("/admin/setup/sign-ins/shop/begin", {
        method: "POST",
        headers: { "accept-language": language },
      });
      expect(JSON.parse(text)).toMatchObject({
        kind: "failed",
        reason: expect.stringContaining(reason) as string,
      });
    },
  );

  it("leave to people what is theirs", async () => {
    scene = await startSignInScene();
    const ask = createApp();
    const { text } = await ask("/admin/setup/sign-ins");
    expect(JSON.parse(text)).toEqual({
      sign_ins: [{ name: "shop", by: "person" }],
    });
    const begun = await ask("/admin/setup/sign-ins/shop/begin", {
      method: "POST",
    });
    expect(begun.status).toBe(404);
  });
});

it("the client's document names its own address and where to send people back", async () => {
  scene = await startSignInScene();
  const { text } = await createApp()("/oauth/client.json");
  expect(JSON.parse(text)).toMatchObject({
    client_id: `${ORIGIN}/oauth/client.json`,
    redirect_uris: [`${ORIGIN}/oauth/callback`],
    token_endpoint_auth_method: "none",
  });
});
