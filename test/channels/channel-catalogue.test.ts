import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CHANNEL_CATALOGUE } from "../../src/channels/channel-catalogue.ts";
import {
  API_CHANNEL,
  createChannels,
} from "../../src/channels/create-channels.ts";
import { SLACK as SLACK_DEFINITION } from "../../src/channels/slack/slack-definition.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import type { Channel } from "../../src/types/channel.ts";
import { createMessageIndex } from "../fakes/message-index.ts";
import { createPlatformChannels } from "../fixtures/channel-splits.ts";
import { SLACK } from "../fixtures/documented/slack.ts";
import { sendOptions } from "../fixtures/send-options.ts";

/** Each list of people or chats accepts one of these. */
const IDS = [
  "80351110224678912",
  "U024BE7LH",
  "ou_84aad35d084aa403a838cf73ee18467",
  "oc_5ce6d572455d361153b7cb51da133945",
  "Ca56f94637c4f5b6a7988c0d1e2f3a4b5",
  "o6_bmjrPTlm6_2sgVt7hMZOPfL2M",
];

describe.each(
  CHANNEL_CATALOGUE.map((definition) => [definition.name, definition] as const),
)("the channel %s", (name, definition) => {
  it("has a page with its variables in both languages, and a stage in the doctor", () => {
    const variable = new RegExp(`\\b${name.toUpperCase()}_[A-Z_]+\\b`, "g");
    for (const folder of ["docs", "docs/zh-CN"]) {
      const page = readFileSync(`${folder}/channels/${name}.md`, "utf8");
      expect(new Set(page.match(variable))).toEqual(
        new Set(definition.variables),
      );
    }
    expect(existsSync(`scripts/doctor/channels/${name}.ts`)).toBe(true);
  });

  it("takes requests where its page says", () => {
    const page = readFileSync(`docs/channels/${name}.md`, "utf8");
    const said = page.matchAll(
      new RegExp(`(?<!docs)/${name}(/[a-z]+)(?![a-z/-])`, "g"),
    );
    const paths = definition.routes.map(({ path }) => path);
    for (const [, path] of said) expect(paths).toContain(path);
  });

  it("prefixes its variables with its name, and is off without them", () => {
    for (const variable of definition.variables)
      expect(variable).toMatch(new RegExp(`^${name.toUpperCase()}_`));
    const { channel, problems } = definition.configure(new Map());
    expect(problems).toEqual([]);
    expect(channel).not.toHaveProperty("on");
  });

  it("is open to all, or to those who are listed, with its own limit", () => {
    const configure = (variable: string, value: string) =>
      definition.configure(new Map([[variable, value]]));
    expect(definition.configure(new Map()).channel).toMatchObject({
      access: "everybody",
      dailyTokens: { percent: 75 },
    });
    expect(
      configure(definition.dailyTokensVariable, "50000").channel?.dailyTokens,
    ).toEqual({ tokens: 50_000 });
    for (const variable of definition.variables) {
      if (!variable.includes("_ALLOWED_")) continue;
      const id = IDS.find((one) => configure(variable, one).channel) ?? "";
      const listed = variable.endsWith("_USERS")
        ? { people: [id], chats: [] }
        : { people: [], chats: [id] };
      expect(configure(variable, id).channel?.access).toEqual(listed);
    }
  });

  it("requires all variables that enable it, or none", () => {
    const [first = ""] = definition.switchedOnBy.split(/, | and /);
    const { problems } = definition.configure(new Map([[first, "1:abc"]]));
    expect(
      problems.some(({ problem }) => problem.includes(`${first} requires it`)),
    ).toBe(true);
  });
});

const platforms = await createPlatformChannels();

it.each<[string, (can: Channel["capabilities"]) => unknown, string]>([
  [
    "keep buttons",
    ({ buttons }) => buttons === true,
    "telegram slack teams whatsapp discord feishu",
  ],
  [
    "have buttons that vanish",
    ({ buttons }) => buttons === "fleeting",
    "messenger line",
  ],
  ["stream answers", ({ streams }) => streams, "slack teams"],
  [
    "quote by id",
    ({ quotesById }) => quotesById,
    "teams whatsapp messenger line feishu",
  ],
  ["take files", ({ files }) => files, "telegram"],
  [
    "make links of code",
    ({ linksCode }) => linksCode,
    "whatsapp messenger line wechat",
  ],
  ["answer each message", ({ answersEach }) => answersEach, "discord"],
  ["lack commands", ({ commands }) => commands === undefined, ""],
  [
    "are never written to first",
    ({ reach }) => reach?.kind === "none",
    "wecom",
  ],
  [
    "charge what is written first",
    ({ reach }) => reach?.kind === "plan",
    "line",
  ],
  [
    "are written to for a day",
    ({ reach }) => reach?.kind === "window" && reach.hours === 24,
    "whatsapp messenger",
  ],
  [
    "are written to for two days",
    ({ reach }) => reach?.kind === "window" && reach.hours === 48,
    "wechat",
  ],
])("only some channels %s", (_, can, names) => {
  const those = platforms.filter(({ capabilities }) => can(capabilities));
  expect(those.map(({ name }) => name).join(" ")).toBe(names);
});

it("all channels fetch the files that people send", () => {
  const without = platforms.filter((channel) => !channel.fetchAttachment);
  expect(without.map(({ name }) => name)).toEqual([]);
});

describe("createChannels", () => {
  it("loads a channel once", async () => {
    const set = new Map(Object.entries(SLACK.settings));
    const { channel } = SLACK_DEFINITION.configure(set);
    const { find } = createChannels(channel === undefined ? [] : [channel], {
      index: createMessageIndex(),
      idsKnownMs: Infinity,
    });
    const slack = await find("slack");
    expect(slack.name).toBe("slack");
    expect(await find("slack")).toBe(slack);
  });

  it("rejects sends on a channel that is off or unknown", async () => {
    const channels = createChannels(parseConfig({}).channels, {
      index: createMessageIndex(),
      idsKnownMs: Infinity,
    });
    expect(await channels.find("webhook")).toBe(API_CHANNEL);
    const canRefuse = true;
    for (const [name, can] of [
      ["webhook", { canRefuse, isPatient: true }],
      ["web", { canRefuse, buttons: true }],
    ] as const)
      expect((await channels.find(name)).capabilities).toMatchObject(can);
    for (const name of ["telegram", "pigeon"]) {
      const channel = await channels.find(name);
      await expect(
        channel.send({ text: "Hi" }, {}, sendOptions()),
      ).rejects.toMatchObject({ kind: "gone" });
    }
  });
});
