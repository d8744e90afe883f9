import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDoctorWorld, type DoctorWorld } from "./doctor-world.ts";

let world: DoctorWorld;
beforeEach(async () => void (world = await createDoctorWorld()));
afterEach(() => world.close());

const OWN = `whsec_${btoa("callbacks-of-the-desk-in-tests")}`;
const settings = {
  WEBHOOK_API_KEYS:
    "shop:3f8a1c5e9d7b20464c0e2f6b8d1a3957,desk:b61e0d94c7f2a8357d3c5b9e0f1a2648",
  WEBHOOK_CALLBACK_SECRETS: `desk:${OWN}`,
  PARLEY_SECRET: "kQ8vZ2mX5tR7wB1nJ4hL6pD9sF3gC0yE",
};
const ask = (
  caller: string,
  more: readonly string[] = [],
  options: Parameters<DoctorWorld["run"]>[1] = { settings },
) => world.run(["--callback-secret", caller, ...more], options);

describe("npm run doctor -- --callback-secret", () => {
  it("prints a caller's derived secret without any request", async () => {
    const { code, output } = await ask("shop");
    expect(code).toBe(0);
    expect(output.split("\n")).toEqual([
      "The callbacks of shop are signed with this, derived from PARLEY_SECRET (.dev.vars):",
      expect.stringMatching(/^whsec_[\w+/]{43}=$/),
      "Share it only with the receiver of shop: anyone who has it can forge callbacks.",
    ]);
    expect(world.parley.requests).toEqual([]);
  });

  it("prints the secrets set for a caller", async () => {
    const { output } = await ask("desk", ["--json"]);
    expect(JSON.parse(output)).toEqual({
      caller: "desk",
      source: "WEBHOOK_CALLBACK_SECRETS",
      secrets: [OWN],
    });
  });

  it("names the route that shows the deployment's secret", async () => {
    const { output } = await ask("shop", ["--url", "https://bot.example"]);
    expect(output).toContain(
      "GET https://bot.example/admin/callers/shop/callback-secret shows",
    );
  });

  it.each([
    ["spy", settings, /^Unknown caller spy: /],
    [
      "shop",
      { ...settings, PARLEY_SECRET: "x" },
      /^PARLEY_SECRET is too short/,
    ],
  ])("prints none where there is none: %s, %#", async (caller, set, reason) => {
    const { code, output } = await ask(caller, [], { settings: set });
    expect(code).toBe(1);
    expect(output).toMatch(reason);
    expect(output).not.toContain(OWN);
  });

  it("derives it from the checkout's token if nothing is set, in development only", async () => {
    const unset = { settings: { ...settings, PARLEY_SECRET: "" } };
    const here = await ask("development", [], unset);
    expect(here.output).toContain("derived from this checkout's token:");
    const there = await ask("shop", ["--url", "https://bot.example"], unset);
    expect(there.code).toBe(1);
    expect(there.output).toMatch(/PARLEY_SECRET.*shop:whsec_…/);
  });

  it("is the only output that shows the secret", async () => {
    const { output: secret } = await ask("shop", ["--json"]);
    const { secrets } = JSON.parse(secret) as { secrets: string[] };
    const { output } = await world.run(["--only", "configuration"], {
      settings,
    });
    for (const one of [...secrets, OWN, settings.PARLEY_SECRET])
      expect(output).not.toContain(one);
  });
});
