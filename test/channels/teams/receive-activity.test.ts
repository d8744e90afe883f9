import fc from "fast-check";
import {
  afterEach,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from "vitest";
import { isServiceUrl } from "../../../src/channels/teams/teams-address.ts";
import { createTeamsChannel } from "../../../src/channels/teams/teams-channel.ts";
import {
  createActivity,
  createTeamsRequest,
  inThread,
  pastedPicture,
  sentFile,
  TEAMS_BOT,
  TEAMS_CHAT,
  TEAMS_TENANT,
  TEAMS_USER,
} from "../../fixtures/teams-activities.ts";
import { runs } from "../../property-runs.ts";
import {
  startTeamsServer,
  TEAMS_APP_ID,
  TEAMS_APP_PASSWORD,
  type TeamsServer,
} from "../../stubs/teams-server.ts";

let server: TeamsServer;
beforeEach(async () => {
  server = await startTeamsServer();
});
afterEach(() => server.close());

function createChannel({
  tenant = "botframework.com",
  metadataUrl = server.metadataUrl,
}: { tenant?: string; metadataUrl?: string } = {}) {
  return createTeamsChannel({
    appId: TEAMS_APP_ID,
    password: TEAMS_APP_PASSWORD,
    tenant,
    loginRoot: server.url,
    serviceRoot: server.url,
    metadataUrl,
  });
}

async function post(
  activity: unknown,
  channel = createChannel(),
  token?: string,
) {
  return channel.receive(
    createTeamsRequest(
      JSON.stringify(activity),
      token ?? (await server.sign()),
    ),
  );
}

async function receive(overrides: object, channel = createChannel()) {
  const reception = await post(
    createActivity(server.serviceUrl, overrides),
    channel,
  );
  if (reception.kind === "refused") throw new Error(reception.problem.detail);
  return reception.messages;
}

const keyLoads = () =>
  server.calls.filter(({ path }) => path === "/v1/keys").length;

describe("an activity of Teams", () => {
  it("is a message of a private chat", async () => {
    expect(await receive({})).toEqual([
      {
        id: "1485983408511",
        conversation: `teams:${TEAMS_CHAT}`,
        channel: "teams",
        author: { id: TEAMS_USER, name: "Megan Bowen", language: "en-US" },
        text: "Hello Parley",
        attachments: [],
        replyTo: {
          chat: TEAMS_CHAT,
          to: TEAMS_CHAT,
          message: "1485983408511",
          service: `${server.url}/amer`,
          kind: "personal",
        },
      },
    ]);
  });

  it("tells the person's time zone, unless there is no such zone", async () => {
    const authors = await Promise.all(
      ["Europe/Berlin", "W. Europe Standard Time", 7].map(async (zone) => {
        const [message] = await receive({ localTimezone: zone });
        return message?.author.timeZone;
      }),
    );
    expect(authors).toEqual(["Europe/Berlin", undefined, undefined]);
  });

  it("is a message of a channel's thread if it mentions the bot, without the mention", async () => {
    const text = "<at>Parley</at>&nbsp;/why <at>Jane</at>?";
    expect(await receive(inThread(text))).toMatchObject([
      {
        conversation:
          "teams:19:253b1f341670408fb6fe51050b6e5ceb@thread.tacv2:1481567603816",
        isGroup: true,
        text: "/why @Jane?",
        command: { name: "why", argument: "@Jane?" },
        replyTo: {
          chat: "19:253b1f341670408fb6fe51050b6e5ceb@thread.tacv2",
          to: "19:253b1f341670408fb6fe51050b6e5ceb@thread.tacv2;messageid=1481567603816",
        },
      },
    ]);
    const toAll = { ...inThread("Hello all"), entities: [] };
    expect(await receive(toAll)).toEqual([]);
    const alone = inThread("<at>Parley</at>");
    expect(await receive(alone)).toMatchObject([{ text: "" }]);
  });

  it("is read without the mention of the bot, even if the client leaves out the mention's text", async () => {
    const mention = { type: "mention", mentioned: TEAMS_BOT };
    const text = "<at>Parley</at> Hey";
    const unsaid = { ...inThread(text), entities: [mention] };
    expect(await receive(unsaid)).toMatchObject([{ text: "Hey" }]);
  });

  it("is an edit if the person changed the message", async () => {
    const edit = {
      type: "messageUpdate",
      timestamp: "2026-11-25T12:01:00Z",
      text: "Hello again",
      channelData: { eventType: "editMessage" },
    };
    const [before] = await receive({});
    const [after] = await receive(edit);
    expect(after).toMatchObject({
      id: `${before?.id}/${edit.timestamp}`,
      isEdit: true,
      text: "Hello again",
    });
    expect(after?.replyTo).toEqual(before?.replyTo);
    const undelete = { channelData: { eventType: "undeleteMessage" } };
    expect(await receive({ ...edit, ...undelete })).toEqual([]);
    // Commands are not run again.
    expect(await receive({ ...edit, text: "/memory forget" })).toEqual([]);
    const attachments = [{ contentType: "application/card", content: {} }];
    expect(await receive({ ...edit, text: "", attachments })).toEqual([]);
  });

  it("is the command of a pressed button, in a channel even without a mention", async () => {
    const press = {
      ...inThread("/memory forget"),
      entities: [],
      replyToId: "m7",
      value: { command: "memory forget" },
    };
    expect(await receive(press)).toMatchObject([
      {
        command: { name: "memory", argument: "forget" },
        pressedBelow: "m7",
      },
    ]);
  });

  it("has pasted pictures and uploaded files with their URLs", async () => {
    const pasted = "https://smba.example/v3/attachments/1/views/original";
    expect((await receive(pastedPicture(pasted)))[0]?.attachments).toEqual([
      { kind: "photo", file: pasted },
    ]);
    const file = "https://contoso-my.sharepoint.com/download.aspx?tempauth=x";
    expect(
      await receive({ text: "", ...sentFile("notes.txt", file) }),
    ).toMatchObject([
      { attachments: [{ kind: "document", file, name: "notes.txt" }] },
    ]);
    expect(await receive(sentFile("cat.PNG", file))).toMatchObject([
      { attachments: [{ kind: "photo", file, name: "cat.PNG" }] },
    ]);
    const name = "cat.png";
    const picture = { contentType: "image/png", contentUrl: pasted, name };
    const many = { attachments: Array.from({ length: 11 }, () => picture) };
    const read = { kind: "photo", file: pasted, mediaType: "image/png", name };
    expect((await receive(many))[0]?.attachments).toEqual(
      Array.from({ length: 10 }, () => read),
    );
  });

  it("has the author's id of the chat if there is none of the organisation", async () => {
    const from = { id: "29:x" };
    expect(await receive({ from })).toMatchObject([{ author: from }]);
  });

  it.each([
    ["an invoke", { type: "invoke", value: { action: "x" } }],
    ["an installation", { type: "installationUpdate" }],
    ["a reaction", { type: "messageReaction", text: undefined }],
    ["a message of the bot itself", { from: TEAMS_BOT }],
    [
      "another program's card that is submitted in a channel",
      {
        ...inThread(""),
        text: undefined,
        entities: [],
        value: { action: "x" },
      },
    ],
    ["a message of another bot", { from: { id: "28:x", role: "bot" } }],
    ["a message of another channel", { channelId: "webchat" }],
    ["a message without its author", { from: undefined }],
    ["an empty message", { text: " " }],
    [
      "an empty message with its copy",
      {
        text: " ",
        attachments: [{ contentType: "text/html", content: "<p>&nbsp;</p>" }],
      },
    ],
  ])("is acknowledged and not answered: %s", async (_, overrides) => {
    expect(await receive(overrides)).toEqual([]);
  });

  it("is ignored if it comes from another tenant than the bot's own", async () => {
    const own = createChannel({ tenant: TEAMS_TENANT });
    for (const channelData of [
      { tenant: { id: TEAMS_TENANT.toUpperCase() } },
      // Then it is named with the conversation.
      {},
    ])
      expect(await receive({ channelData }, own)).toHaveLength(1);
    const theirs = { channelData: { tenant: { id: "another" } } };
    expect(await receive(theirs, own)).toEqual([]);
  });

  it("is rejected if its service is not the token's", async () => {
    const other = createActivity(`${server.url}/emea/`);
    expect(await post(other)).toMatchObject({
      kind: "refused",
      problem: { status: 401 },
    });
  });

  it("never makes the channel throw, whatever it contains", async () => {
    const channel = createChannel();
    const token = await server.sign();
    await fc.assert(
      fc.asyncProperty(fc.object({ maxDepth: 3 }), async (overrides) => {
        const activity = createActivity(server.serviceUrl, overrides);
        const { kind } = await post(activity, channel, token);
        expect(["messages", "refused"]).toContain(kind);
      }),
      { numRuns: runs(50) },
    );
  });
});

describe("the keys of Microsoft", () => {
  it("are loaded once for all messages", async () => {
    const channel = createChannel();
    await receive({}, channel);
    await receive({}, channel);
    expect(keyLoads()).toBe(1);
  });

  it("are loaded again after a rotation, at most once a minute for unknown keys, and once a day", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const channel = createChannel();
    const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
    const statusOf = async (kid?: string) => {
      const token = await server.sign({}, kid === undefined ? kid : { kid });
      const activity = createActivity(server.serviceUrl);
      const reception = await post(activity, channel, token);
      return reception.kind === "refused" ? reception.problem.status : 200;
    };
    expect(await statusOf()).toBe(200);
    await server.rotate();
    expect(await statusOf()).toBe(401);
    pass(60_000);
    expect(await statusOf()).toBe(200);
    for (const kid of ["a", "b", "c"]) expect(await statusOf(kid)).toBe(401);
    expect(keyLoads()).toBe(2);
    pass(86_400_000);
    expect(await statusOf()).toBe(200);
    expect(keyLoads()).toBe(3);
  });

  it("are requested at most three times at once, even for unknown ids", async () => {
    const channel = createChannel();
    const token = await server.sign({}, { kid: "unknown" });
    const activity = createActivity(server.serviceUrl);
    const receptions = await Promise.all(
      Array.from({ length: 10 }, () => post(activity, channel, token)),
    );
    const statuses = receptions.map((reception) =>
      reception.kind === "refused" ? reception.problem.status : 200,
    );
    expect(Object.groupBy(statuses, String)).toEqual({
      401: Array(3).fill(401),
      503: Array(7).fill(503),
    });
    expect(server.calls.length).toBeLessThanOrEqual(6);
  });

  it("are not loaded for a token that is not for the bot, or not of Microsoft", async () => {
    for (const claims of [{ aud: "another" }, { iss: "https://evil.example" }])
      await post({}, createChannel(), await server.sign(claims));
    expect(server.calls).toEqual([]);
  });

  it("verify a token that has just expired by another clock, or spells its service otherwise", async () => {
    const { serviceUrl } = server;
    for (const claims of [
      { exp: Math.floor(Date.now() / 1_000) - 250 },
      { serviceurl: undefined, serviceUrl },
    ]) {
      const token = await server.sign(claims);
      const activity = createActivity(serviceUrl);
      expect(await post(activity, createChannel(), token)).toMatchObject({
        kind: "messages",
      });
    }
  });

  it("cannot sign for Teams if they are endorsed for other channels only", async () => {
    const others = await startTeamsServer({ endorsements: ["webchat"] });
    const channel = createChannel({ metadataUrl: others.metadataUrl });
    const reception = await post({}, channel, await others.sign());
    expect(reception).toMatchObject({ kind: "refused" });
    await others.close();
  });

  it("are loaded from no other host than the metadata", async () => {
    const others = await startTeamsServer();
    server.failNext("/v1/.well-known/openidconfiguration", {
      body: { jwks_uri: `${others.url}/v1/keys` },
    });
    expect(await post({})).toMatchObject({ problem: { status: 503 } });
    expect(others.calls).toEqual([]);
    await others.close();
  });

  it("make the sender retry if they cannot be loaded", async () => {
    server.failNext("/v1/keys", { status: 500 });
    expect(await post({})).toMatchObject({
      kind: "refused",
      problem: { status: 503 },
    });
  });
});

describe("a service of Teams", () => {
  it.each([
    "https://smba.trafficmanager.net/amer/",
    "https://smba.trafficmanager.net/teams",
    "https://smba.infra.gcc.teams.microsoft.com/teams",
    "https://europe.api.botframework.com/",
  ])("is %s", (url) => {
    expect(isServiceUrl(url, undefined)).toBe(true);
  });

  it.each([
    "http://smba.trafficmanager.net/amer/",
    "https://smba.trafficmanager.net.evil.example/",
    "https://evil.trafficmanager.net/",
    "https://smba.trafficmanager.net:8443/",
    "https://x@smba.trafficmanager.net/",
    "https://:x@smba.trafficmanager.net/",
    "https://smba.trafficmanager.net/#x",
    "https://botframework.com.evil.example/",
    "https://evilbotframework.com/",
    "https://smba.trafficmanager.net/?x=",
    "nonsense",
  ])("is not %s", (url) => {
    expect(isServiceUrl(url, undefined)).toBe(false);
  });

  it("is only below the configured root, if there is one", () => {
    const root = "http://127.0.0.1:8080/teams";
    expect(isServiceUrl(`${root}/amer/`, root)).toBe(true);
    expect(isServiceUrl(`${root}-evil/`, root)).toBe(false);
    expect(isServiceUrl("https://smba.trafficmanager.net/", root)).toBe(false);
  });
});
