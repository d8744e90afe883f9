import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  createChallenge,
  type ChallengeSettings,
} from "../../../src/page/server/challenge.ts";
import { findFreePort } from "../../stubs/find-free-port.ts";
import { listen, type ListeningServer } from "../../stubs/listen.ts";

interface Answer {
  readonly status?: number;
  readonly body?: string;
}

let server: ListeningServer;
let answer: Answer | "never";
const requests: { headers: Record<string, unknown>; body: string }[] = [];
beforeEach(async () => {
  requests.length = 0;
  server = await listen((request, response) => {
    const respond = async (): Promise<void> => {
      const body = (await buffer(request)).toString();
      requests.push({ headers: request.headers, body });
      if (answer === "never") return;
      const { status = 200, body: text = "" } = answer;
      response.writeHead(status, { location: server.url }).end(text);
    };
    respond().catch(() => response.destroy());
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

/** Checks a visitor with this token; the service gives this answer. */
async function judge(
  given: Answer | "never",
  {
    settings,
    token = "t0ken",
  }: { settings?: Partial<ChallengeSettings>; token?: string | null } = {},
) {
  answer = given;
  const challenge = createChallenge({
    service: "turnstile",
    siteKey: "site",
    secret: "s3cret",
    verifyUrl: server.url,
    ...settings,
  });
  const problem = await challenge.check({
    address: "203.0.113.7",
    token: token ?? undefined,
  });
  return problem && `${problem.status} ${problem.slug}`;
}

const codes = (...list: string[]) => ({
  body: JSON.stringify({ success: false, "error-codes": list }),
});

describe("a widget's token", () => {
  it("admits a visitor whom the service recognises as human", async () => {
    expect(await judge({ body: '{"success": true}' })).toBeUndefined();
    expect(requests[0]?.body).toBe(
      "secret=s3cret&response=t0ken&remoteip=203.0.113.7",
    );
    expect(requests[0]?.headers["content-type"]).toContain(
      "application/x-www-form-urlencoded",
    );
  });

  it("is required before the service is asked", async () => {
    expect(await judge({}, { token: null })).toBe("403 challenge-required");
    expect(requests).toEqual([]);
  });

  it("is rejected if wrong, expired or used", async () => {
    for (const code of ["invalid-input-response", "timeout-or-duplicate"])
      expect(await judge(codes(code))).toBe("403 challenge-failed");
    expect(await judge(codes())).toBe("403 challenge-failed");
  });

  it.each([
    ["says that our secret is wrong", codes("invalid-input-secret")],
    ["fails", codes("internal-error")],
    ["answers without JSON", { status: 502, body: "<h1>Bad gateway</h1>" }],
    ["answers with something else", { body: '{"ok": true}' }],
    ["leads elsewhere", { status: 302 }],
    ["answers without an end", { body: " ".repeat(20_000) }],
  ])("admits nobody if the service %s", async (_, given) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(await judge(given)).toBe("503 challenge-unavailable");
    expect(log).toHaveBeenCalledTimes(1);
    expect(String(log.mock.calls)).not.toMatch(/s3cret|t0ken|203\.0/);
  });

  it("admits nobody if the service times out or is unreachable", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const timeout = vi
      .spyOn(AbortSignal, "timeout")
      .mockReturnValue(AbortSignal.abort(new DOMException("", "TimeoutError")));
    expect(await judge("never")).toBe("503 challenge-unavailable");
    expect(timeout).toHaveBeenCalledWith(5_000);
    timeout.mockRestore();
    const verifyUrl = `http://127.0.0.1:${await findFreePort()}`;
    expect(await judge({}, { settings: { verifyUrl } })).toBe(
      "503 challenge-unavailable",
    );
  });

  it("comes from the service's script, which the CSP allows", () => {
    const widgetOf = (service: "turnstile" | "hcaptcha") =>
      createChallenge({
        service,
        siteKey: "site",
        secret: "s",
        verifyUrl: undefined,
      }).widget;
    expect(widgetOf("turnstile")).toEqual({
      service: "turnstile",
      script:
        "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit",
      siteKey: "site",
      sources: "https://challenges.cloudflare.com",
    });
    expect(widgetOf("hcaptcha")?.sources).toContain("https://*.hcaptcha.com");
  });
});
