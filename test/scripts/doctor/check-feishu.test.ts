import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  FEISHU_ENCRYPT_KEY,
  FEISHU_VERIFICATION_TOKEN,
} from "../../fixtures/feishu-requests.ts";
import {
  startFeishuServer,
  type FeishuServer,
} from "../../stubs/feishu-server.ts";
import { createDoctorWorld, unwrap, type DoctorWorld } from "./doctor-world.ts";

let world: DoctorWorld;
let feishu: FeishuServer;
beforeEach(async () => {
  [world, feishu] = await Promise.all([
    createDoctorWorld(),
    startFeishuServer(),
  ]);
});
afterEach(async () => {
  await Promise.all([world.close(), feishu.close()]);
});

async function run(appSecret = feishu.appSecret) {
  const settings = {
    FEISHU_APP_ID: feishu.appId,
    FEISHU_APP_SECRET: appSecret,
    FEISHU_ENCRYPT_KEY,
    FEISHU_VERIFICATION_TOKEN,
    FEISHU_API_ROOT: feishu.url,
  };
  const { code, output } = await world.run(["--only", "feishu"], { settings });
  for (const secret of [appSecret, FEISHU_ENCRYPT_KEY])
    expect(output).not.toContain(secret);
  return { code, output: unwrap(output) };
}

describe("Feishu", () => {
  it("knows the bot", async () => {
    const good = await run();
    expect(good.output).toContain("✓ The bot is Parley.");
    expect(good.output).toContain("✓ The app has all permissions.");
    expect(good.output).toContain("– Feishu has no API that returns");
    feishu.failNext("/bot", { body: { code: 11_205, msg: "app do not bot" } });
    const { code, output } = await run();
    expect(code).toBe(1);
    expect(output).toContain("✗ The app has no bot.");
  });

  it("names missing permissions, and accepts the wider one", async () => {
    feishu.scopes.splice(0, 4);
    const { output } = await run();
    expect(output).toContain(
      "! The app lacks these permissions: im:message.p2p_msg:readonly, im:message.group_at_msg:readonly, im:message:send_as_bot, im:message:update.",
    );
    feishu.scopes.push("im:message");
    expect((await run()).output).toContain("✓ The app has all permissions.");
    const refusal = { code: 99_991_672, msg: "Access denied" };
    feishu.failNext("/application", { body: refusal });
    expect((await run()).output).toContain("– Feishu does not say what the");
  });

  it("reports a wrong secret and an unreachable Feishu", async () => {
    expect((await run("another-app-secret")).output).toContain(
      "✗ Feishu does not accept FEISHU_APP_ID and FEISHU_APP_SECRET (code 10014).",
    );
    await feishu.close();
    expect((await run()).output).toContain("✗ Feishu cannot be reached");
    feishu = await startFeishuServer();
  });
});
