import { WEB_CHANNEL } from "../src/channels/create-channels.ts";
import { parseConfig } from "../src/config/parse-config.ts";
import type { Bot } from "../src/conversation/bot.ts";
import { assemble } from "../src/platforms/assemble.ts";
import type { Channel } from "../src/types/channel.ts";
import { createMessageIndex } from "../test/fakes/message-index.ts";
import { NO_CALLBACK_PARTS } from "../test/fakes/no-callbacks.ts";
import { OBSERVATION } from "./stub/replies.ts";

export interface ParleyOnStub {
  readonly bot: Bot;
  readonly channel: Channel;
}

/**
 * Parley as deployed, with the stub as its model. Its calculator is real except
 * for the calculation; its channel is the web page's, whose replies are
 * fetched, not sent.
 */
export function createParleyOnStub({
  url,
  style,
}: {
  /** The stub's base URL, including `/v1`. */
  url: string;
  style: string;
}): ParleyOnStub {
  const config = parseConfig({
    OPENAI_API_KEY: "sk-bench",
    OPENAI_BASE_URL: url,
    AGENT_STYLE: style,
    TOOLS: "calculator",
  });
  const { bot } = assemble(config, {
    index: createMessageIndex(),
    callbacks: NO_CALLBACK_PARTS,
  });
  const { agent } = bot;
  const tools = agent.tools.map((tool) => ({
    ...tool,
    run: async () => OBSERVATION,
  }));
  return { bot: { ...bot, agent: { ...agent, tools } }, channel: WEB_CHANNEL };
}
