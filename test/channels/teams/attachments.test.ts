import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAttachmentFetcher } from "../../../src/channels/teams/attachments.ts";
import { createBotToken } from "../../../src/channels/teams/bot-token.ts";
import {
  startPlatformServer,
  type PlatformServer,
  type StubAnswer,
} from "../../stubs/platform-server.ts";
import {
  startTeamsServer,
  TEAMS_APP_ID,
  TEAMS_APP_PASSWORD,
  type TeamsServer,
} from "../../stubs/teams-server.ts";

const SHAREPOINT = "https://contoso-my.sharepoint.com";

/**
 * As observed: a URL with its own token gets the file; without, a login page or
 * an error.
 */
const FILES: Readonly<Record<string, StubAnswer>> = {
  "/download.aspx?tempauth=right": {
    headers: { "content-type": "application/octet-stream" },
    body: "notes",
  },
  "/download.aspx?tempauth=old": { status: 401 },
  "/:i:/g/page": {
    headers: { "content-type": "text/html; charset=utf-8" },
    body: "<html>",
  },
  "/login": { status: 302, headers: { location: "https://evil.example/" } },
};

let teams: TeamsServer;
let sharepoint: PlatformServer;
beforeEach(async () => {
  teams = await startTeamsServer();
  sharepoint = await startPlatformServer(
    ({ path }) => FILES[path] ?? { status: 404 },
  );
});
afterEach(() => Promise.all([teams.close(), sharepoint.close()]));

const createToken = () =>
  createBotToken({
    appId: TEAMS_APP_ID,
    password: TEAMS_APP_PASSWORD,
    tenant: "botframework.com",
    loginRoot: teams.url,
    now: Date.now,
  });

async function fetchFile(url: string, maxBytes = 100, token = createToken()) {
  const fetchAttachment = createAttachmentFetcher({
    token,
    serviceRoot: teams.url,
    fetch: (input, init) => {
      const address = input as string;
      if (!address.startsWith(SHAREPOINT) && !address.startsWith(teams.url))
        throw new Error(`${address} was asked`);
      return fetch(address.replace(SHAREPOINT, sharepoint.url), init);
    },
  });
  const { signal } = new AbortController();
  const content = await fetchAttachment(url, { maxBytes, signal });
  return content.kind === "fetched"
    ? new TextDecoder().decode(content.bytes)
    : content.kind;
}

const picture = () => `${teams.serviceUrl}v3/attachments/0-x/views/original`;
const FILE = `${SHAREPOINT}/download.aspx?tempauth=right`;

describe("an attachment of Teams", () => {
  it("is a picture that the connector serves for the bot's token", async () => {
    expect(await fetchFile(picture())).toBe("a picture");
  });

  it("is fetched again with a new token if the first one was revoked", async () => {
    const token = createToken();
    await fetchFile(picture(), 100, token);
    teams.revokeTokens();
    expect(await fetchFile(picture(), 100, token)).toBe("a picture");
    for (let times = 0; times < 2; times++)
      teams.failNext("/amer/v3/attachments", { status: 401 });
    await expect(fetchFile(picture(), 100, token)).rejects.toThrow(
      "HTTP 401 for the content: the token was refused",
    );
  });

  it("is a file that SharePoint serves without the bot's token", async () => {
    expect(await fetchFile(FILE)).toBe("notes");
    expect(sharepoint.calls[0]?.headers.authorization).toBeUndefined();
    expect(teams.calls).toEqual([]);
  });

  it("is rejected if it is too large", async () => {
    expect(await fetchFile(picture(), 8)).toBe("too-large");
    expect(await fetchFile(FILE, 4)).toBe("too-large");
  });

  it.each([
    ["its address has expired", "/download.aspx?tempauth=old"],
    ["it was deleted", "/download.aspx"],
    ["its address is that of a page", "/:i:/g/page"],
    ["it needs a login", "/login"],
  ])("is gone if %s", async (_, path) => {
    expect(await fetchFile(SHAREPOINT + path)).toBe("gone");
  });

  it("is fetched from no other host", async () => {
    for (const url of [
      "https://sharepoint.com.evil.example/download.aspx",
      "https://evilsharepoint.com/download.aspx",
      "http://contoso-my.sharepoint.com/download.aspx",
      "https://contoso-my.sharepoint.com:8443/download.aspx",
      "https://x@contoso-my.sharepoint.com/download.aspx",
      "https://:x@contoso-my.sharepoint.com/download.aspx",
      "https://169.254.169.254/v3/attachments/1/views/original",
      "nonsense",
    ])
      expect(await fetchFile(url)).toBe("gone");
    expect([...teams.calls, ...sharepoint.calls]).toEqual([]);
  });

  it("sends the token to no other path of the connector", async () => {
    expect(await fetchFile(`${teams.serviceUrl}v3/conversations`)).toBe("gone");
    expect(teams.calls).toEqual([]);
  });

  it("can be retried if its host fails", async () => {
    sharepoint.failNext("/download.aspx", { status: 503 });
    await expect(fetchFile(FILE)).rejects.toThrow("HTTP 503");
    teams.failNext("/amer/v3/attachments", { status: 500 });
    await expect(fetchFile(picture())).rejects.toThrow("HTTP 500");
  });
});
