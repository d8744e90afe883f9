import { describe, expect, it } from "vitest";
import { finalAnswer } from "../fakes/create-agent.ts";
import {
  createSlackMention,
  createSlackRequest,
  createSlashCommand,
  SLACK_SIGNING_SECRET,
} from "../fixtures/slack-requests.ts";
import { startOpenAIServer } from "../stubs/openai-server.ts";
import { startSlackServer } from "../stubs/slack-server.ts";
import { closeAfterAll } from "./close-after-all.ts";
import { modelVariables } from "./stub-variables.ts";
import { startParley } from "./wrangler-dev.ts";

const [slack, model] = await Promise.all([
  startSlackServer(),
  startOpenAIServer(),
]);
const dev = await startParley({
  variables: {
    ...modelVariables(model),
    SLACK_BOT_TOKEN: slack.token,
    SLACK_SIGNING_SECRET,
    SLACK_API_ROOT: slack.apiRoot,
  },
});
closeAfterAll(dev, slack, model);

async function post(body: string, path = "/slack/events") {
  const { headers } = createSlackRequest(body, { path });
  return fetch(dev.url + path, { method: "POST", headers, body });
}

/** Resolves once someone sees the complete text. */
const untilShown = (text: string) =>
  slack.waitUntil(() =>
    slack
      .shown()
      .some((message) => message.text === text && !message.isStreaming),
  );

describe("a message in Slack", () => {
  it("is answered once in its own thread, even if redelivered", async () => {
    const mention = (type: string) =>
      JSON.stringify(createSlackMention({ type, ts: "1800000003.000001" }));
    model.reply(finalAnswer("Once."));
    const requests = model.requests.length;
    for (const type of ["app_mention", "message", "app_mention"])
      expect((await post(mention(type))).status).toBe(200);
    await untilShown("Once.");
    expect(model.requests).toHaveLength(requests + 1);
    expect(
      slack.shown().filter(({ thread }) => thread === "1800000003.000001"),
    ).toHaveLength(1);
  });

  it("is answered privately if sent by a slash command", async () => {
    model.reply(finalAnswer("Only you see this."));
    const command = createSlashCommand({
      text: "who sees this?",
      response_url: slack.responseUrl,
    });
    const response = await post(command, "/slack/commands");
    expect([response.status, await response.text()]).toEqual([200, ""]);
    await untilShown("Only you see this.");
    expect(slack.shown().at(-1)?.isEphemeral).toBe(true);
  });
});
