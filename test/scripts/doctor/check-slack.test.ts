import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SLACK_SIGNING_SECRET } from "../../fixtures/slack-requests.ts";
import {
  startSlackServer,
  type SlackServer,
} from "../../stubs/slack-server.ts";
import { createDoctorWorld, unwrap, type DoctorWorld } from "./doctor-world.ts";

let world: DoctorWorld;
let slack: SlackServer;
beforeEach(async () => {
  [world, slack] = await Promise.all([createDoctorWorld(), startSlackServer()]);
});
afterEach(async () => {
  await Promise.all([world.close(), slack.close()]);
});

async function run(server = slack, token = server.token) {
  const settings = {
    SLACK_BOT_TOKEN: token,
    SLACK_SIGNING_SECRET,
    SLACK_API_ROOT: server.apiRoot,
  };
  const { code, output } = await world.run(["--only", "slack"], { settings });
  expect(output).not.toContain(token);
  expect(output).not.toContain(SLACK_SIGNING_SECRET);
  return { code, output: unwrap(output) };
}

describe("Slack", () => {
  it("knows the bot, its workspace and its scopes", async () => {
    const { output } = await run();
    expect(output).toContain("✓ The bot is @parley in Acme.");
    expect(output).toContain("✓ It has all scopes.");
    expect(output).toContain(
      "– Slack has no API that returns its webhook address: compare https://<your deployment>/slack/events with",
    );
  });

  it("names missing scopes", async () => {
    const poor = await startSlackServer({ scopes: "chat:write,im:history" });
    const { code, output } = await run(poor);
    await poor.close();
    expect(code).toBe(1);
    expect(output).toContain(
      "✗ The bot lacks these scopes: app_mentions:read, commands.",
    );
  });

  it("reports a wrong token and an unreachable Slack", async () => {
    const wrong = await run(slack, "xoxb-another-token");
    expect(wrong.output).toContain(
      "✗ Slack does not accept SLACK_BOT_TOKEN: invalid_auth.",
    );
    await slack.close();
    const { output } = await run();
    expect(output).toContain("✗ Slack cannot be reached");
    slack = await startSlackServer();
  });

  it("is off without its variables", async () => {
    const { output } = await world.run(["--only", "slack"], { settings: {} });
    expect(unwrap(output)).toContain(
      "– Off: SLACK_BOT_TOKEN and SLACK_SIGNING_SECRET are not set here.",
    );
  });
});
