import { describe, expect, it } from "vitest";
import { listDiscordCommands } from "../../../scripts/discord/list-commands.ts";
import { asObject } from "../../../src/text/json.ts";
import { DISCORD } from "../../fixtures/documented/discord.ts";
import type { DocumentedChannel } from "../../fixtures/documented/documented-channel.ts";
import { LINE } from "../../fixtures/documented/line.ts";
import { SLACK } from "../../fixtures/documented/slack.ts";
import { WHATSAPP } from "../../fixtures/documented/whatsapp.ts";
import {
  createSlackMention,
  createSlackPress,
  createSlackRequest,
  createSlashCommand,
} from "../../fixtures/slack-requests.ts";
import { createActivity, inThread } from "../../fixtures/teams-activities.ts";
import { startDiscordChats } from "../../stubs/chats/discord-chats.ts";
import { startLineChats } from "../../stubs/chats/line-chats.ts";
import { startWhatsAppChats } from "../../stubs/chats/meta-chats.ts";
import { startSlackChats } from "../../stubs/chats/slack-chats.ts";
import { startTeamsChats } from "../../stubs/chats/teams-chats.ts";
import { collectSent, type Sender } from "./collect-sent.ts";
import { findMistakes, type Typed } from "./find-mistakes.ts";

interface Vendor extends Sender {
  /** What it sends, as it documents that. */
  readonly received: readonly Typed[];
  /** What its types take whatever it is. */
  readonly open?: RegExp;
}

const VENDORS: Readonly<Record<string, Vendor>> = {
  slack: {
    start: startSlackChats,
    requests: (url) => [
      createSlackRequest(JSON.stringify(createSlackMention())),
      createSlackRequest(
        createSlashCommand({ response_url: `${url}/response` }),
        { path: "/slack/commands" },
      ),
      createSlackRequest(
        createSlackPress({ response_url: `${url}/response` }),
        { path: "/slack/interactions" },
      ),
    ],
    calls: {
      SlackPost: /chat\.postMessage$/,
      SlackUpdate: /chat\.update$/,
      SlackDelete: /chat\.delete$/,
      SlackStart: /chat\.startStream$/,
      SlackAppend: /chat\.appendStream$/,
      SlackStop: /chat\.stopStream$/,
      SlackResponse: /response$/,
    },
    received: documented(SLACK, "SlackEvent", {
      // Its documentation names more subtypes than its types do. Fields of
      // shared messages are undocumented.
      unknown: /^the subtype|share|linked message|preview|^malformed/,
      find: (payload) => asObject(payload)["event"],
    }),
    open: /^\/assistant_thread$/,
  },
  discord: {
    start: startDiscordChats,
    requests: () =>
      Object.values(DISCORD.payloads).map(({ payload }) =>
        DISCORD.request(payload),
      ),
    calls: {
      DiscordPost: /^POST .channels/,
      DiscordPatch: /^PATCH .channels/,
      DiscordFollowUp: /^POST .webhooks/,
      DiscordOriginal: /^PATCH .webhooks.*@original$/,
    },
    answers: "DiscordAnswer",
    more: { DiscordCommands: listDiscordCommands() },
    received: documented(DISCORD, "DiscordInteraction"),
  },
  line: {
    start: startLineChats,
    calls: {
      LineReply: /reply$/,
      LinePush: /push$/,
      LineLoading: /loading/,
    },
    received: documented(LINE, "LineWebhook"),
  },
  whatsapp: {
    start: startWhatsAppChats,
    calls: { WhatsAppRequest: /messages$/ },
    received: documented(WHATSAPP, "WhatsAppDelivery", {
      // The types know messages and statuses, but no edits and nothing of the WhatsApp Business app, and coordinates as texts where Meta documents numbers.
      unknown:
        /^errors of the number|^a template's review|^location|^an edited|^a deleted|in the app/,
    }),
  },
  teams: {
    start: startTeamsChats,
    calls: { TeamsReply: /activities/ },
    received: [{}, inThread("<at>Parley</at> hi")].map((more) => ({
      what: "a message",
      type: "TeamsActivity",
      value: createActivity("https://smba.trafficmanager.net/amer/", more),
    })),
    open: /^\/(?:entities\/|channelData)|\/value$/,
  },
};

/** @param options.find what the type is of */
function documented(
  { payloads }: DocumentedChannel,
  type: string,
  {
    unknown,
    find = (payload) => payload,
  }: { unknown?: RegExp; find?: (payload: unknown) => unknown } = {},
): readonly Typed[] {
  return Object.entries(payloads)
    .map(([what, { payload }]) => ({ what, type, value: find(payload) }))
    .filter(({ what, value }) => value !== undefined && !unknown?.test(what));
}

interface Judged extends Typed {
  readonly vendor: string;
  readonly isMisspelt: boolean;
}

async function collect(vendor: string): Promise<readonly Judged[]> {
  const { open, received, ...sender } = VENDORS[vendor]!;
  const right = [...(await collectSent(vendor, sender)), ...received];
  const wrong = right.flatMap(({ what, value, type }) =>
    [...misspell(value)]
      .filter(({ path }) => open?.test(path) !== true)
      .map(({ path, misspelt }) => ({
        what: `${what} ${path}`,
        type,
        value: misspelt,
      })),
  );
  return [
    ...right.map((typed) => ({ ...typed, vendor, isMisspelt: false })),
    ...wrong.map((typed) => ({ ...typed, vendor, isMisspelt: true })),
  ];
}

// The compiler reads all vendors' types each time, so it judges all at once.
const all = (
  await Promise.all(Object.keys(VENDORS).map((name) => collect(name)))
).flat();
const mistakes = await findMistakes(all);

describe.each(Object.entries(VENDORS))("the types of %s", (name, vendor) => {
  const own = all.filter((judged) => judged.vendor === name);

  it("describe all that is sent there, and all that it documents to send", () => {
    const right = own.filter(({ isMisspelt }) => !isMisspelt);
    expect(new Set(right.map(({ type }) => type))).toEqual(
      new Set([
        ...Object.keys({ ...vendor.calls, ...vendor.more }),
        ...(vendor.answers === undefined ? [] : [vendor.answers]),
        ...vendor.received.map(({ type }) => type),
      ]),
    );
    expect(
      mistakes.filter((typed) => typed.vendor === name && !typed.isMisspelt),
    ).toEqual([]);
  });

  it("describe nothing that has another field anywhere", () => {
    const noticed = new Set(
      mistakes
        .filter((typed) => typed.vendor === name && typed.isMisspelt)
        .map(({ what }) => what),
    );
    expect(
      own.filter(({ isMisspelt, what }) => isMisspelt && !noticed.has(what)),
    ).toEqual([]);
  });
});

/** The value with a field too many, in each of its objects. */
function* misspell(
  value: unknown,
  path = "",
): Generator<{ path: string; misspelt: unknown }> {
  if (typeof value !== "object" || value === null) return;
  const isList = Array.isArray(value);
  if (!isList) yield { path, misspelt: { ...value, mispelt: 1 } };
  for (const [field, inner] of Object.entries(value))
    for (const { path: rest, misspelt } of misspell(inner, `${path}/${field}`))
      yield {
        path: rest,
        misspelt: isList
          ? value.with(Number(field), misspelt)
          : { ...value, [field]: misspelt },
      };
}
