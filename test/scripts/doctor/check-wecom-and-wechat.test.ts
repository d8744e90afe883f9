import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  CALLBACK_TOKEN,
  ENCODING_AES_KEY,
} from "../../fixtures/weixin-callbacks.ts";
import {
  startWechatServer,
  WECHAT_APP,
  type WechatServer,
} from "../../stubs/wechat-server.ts";
import { createDoctorWorld, unwrap, type DoctorWorld } from "./doctor-world.ts";

let world: DoctorWorld;
beforeEach(async () => {
  world = await createDoctorWorld();
});
afterEach(() => world.close());

async function run(only: string, settings: Readonly<Record<string, string>>) {
  const { output } = await world.run(["--only", only], { settings });
  expect(output).not.toContain(WECHAT_APP.appSecret);
  expect(output).not.toContain(CALLBACK_TOKEN);
  return unwrap(output);
}

const askWechat = (
  { url }: WechatServer,
  settings: Readonly<Record<string, string>> = {},
) =>
  run("wechat", {
    WECHAT_APP_ID: WECHAT_APP.appId,
    WECHAT_APP_SECRET: WECHAT_APP.appSecret,
    WECHAT_TOKEN: CALLBACK_TOKEN,
    WECHAT_ENCODING_AES_KEY: ENCODING_AES_KEY,
    WECHAT_API_ROOT: url,
    ...settings,
  });

describe("WeChat", () => {
  it("reports an access token, or the address missing in the allowlist", async () => {
    const server = await startWechatServer();
    const good = await askWechat(server);
    expect(good).toContain("✓ WeChat gives an access token to this machine.");
    expect(good).toContain("– WeChat has no API that returns");
    expect(good).toContain("✓ The account may send customer-service messages");
    await server.close();
    const closed = await startWechatServer({ listed: false });
    const output = await askWechat(closed);
    expect(output).toContain("✗ WeChat gives no access token: 40164");
    expect(output).toContain("WECHAT_REPLIES=passive");
    await closed.close();
    expect(await askWechat(closed)).toContain("✗ WeChat cannot be reached");
  });

  it("warns if the account may not send customer-service messages", async () => {
    const server = await startWechatServer({ mayWrite: false });
    const output = await askWechat(server);
    expect(output).toContain("! WeChat reports no daily quota of");
    expect(output).toContain("WECHAT_REPLIES=passive");
    await server.close();
  });

  it("says that the secret is wrong", async () => {
    const server = await startWechatServer();
    const output = await askWechat(server, {
      WECHAT_APP_SECRET: "f".repeat(32),
    });
    expect(output).toContain("✗ WeChat gives no access token: 40125");
    expect(output).toContain("Copy WECHAT_APP_ID and WECHAT_APP_SECRET again");
    await server.close();
  });

  it("is not called if replies are passive", async () => {
    const server = await startWechatServer();
    const output = await askWechat(server, { WECHAT_REPLIES: "passive" });
    expect(output).toContain("– No access token was asked for");
    expect(server.calls).toEqual([]);
    await server.close();
  });
});

describe("WeCom", () => {
  it("is checked with an unsigned request", async () => {
    const output = await run("wecom", {
      WECOM_TOKEN: CALLBACK_TOKEN,
      WECOM_ENCODING_AES_KEY: ENCODING_AES_KEY,
    });
    expect(output).toContain("✓ A request without a signature is rejected.");
    expect(output).toContain("– WeCom has no API that returns");
  });
});
