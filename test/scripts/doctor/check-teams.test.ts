import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTeamsServer,
  TEAMS_APP_ID,
  TEAMS_APP_PASSWORD,
  type TeamsServer,
} from "../../stubs/teams-server.ts";
import { createDoctorWorld, unwrap, type DoctorWorld } from "./doctor-world.ts";

let world: DoctorWorld;
let teams: TeamsServer;
beforeAll(async () => {
  [world, teams] = await Promise.all([createDoctorWorld(), startTeamsServer()]);
});
afterAll(() => Promise.all([world.close(), teams.close()]));

async function run(password = TEAMS_APP_PASSWORD, metadata?: string) {
  const settings = {
    TEAMS_APP_ID,
    TEAMS_APP_PASSWORD: password,
    TEAMS_LOGIN_ROOT: teams.url,
    TEAMS_OPENID_METADATA_URL: metadata ?? teams.metadataUrl,
  };
  const { output } = await world.run(["--only", "teams"], { settings });
  expect(output).not.toContain(password);
  return unwrap(output);
}

describe("Microsoft Teams in the doctor", () => {
  it("gets a token and reads the keys", async () => {
    const said = await run();
    expect(said).toContain("✓ Microsoft gives the app a token");
    expect(said).toContain("✓ Microsoft's signing keys can be read.");
    expect(said).toContain("– Microsoft has no API that returns");
  });

  it("reports a wrong password and unreadable keys", async () => {
    const said = await run("another-password", `${teams.url}/elsewhere`);
    expect(said).toContain("✗ Microsoft does not accept the app:");
    expect(said).toContain("invalid_client");
    expect(said).toContain("✗ Microsoft's signing keys cannot be read.");
  });
});
