import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PlatformServer } from "../../stubs/platform-server.ts";
import { createDoctorWorld, unwrap, type DoctorWorld } from "./doctor-world.ts";

type Variables = Readonly<Record<string, string>>;

interface Given<Server, Options> {
  readonly options?: Options;
  readonly prepare?: (server: Server) => void;
  readonly settings?: Variables;
  readonly isAway?: true;
}

/** The platform cannot be reached. */
export const AWAY = { isAway: true } as const;

/**
 * Claims what the doctor says about a channel; each row starts a server of the
 * platform. A line after "not" is not said. No secret ever is.
 */
export function describeCheck<Server extends PlatformServer, Options>(
  channel: string,
  start: (options?: Options) => Promise<Server>,
  variables: (server: Server) => Variables,
  rows: readonly (readonly [Given<Server, Options>, ...string[]])[],
): void {
  describe(`the doctor's check of ${channel}`, () => {
    let world: DoctorWorld;
    beforeAll(async () => void (world = await createDoctorWorld()));
    afterAll(() => world.close());

    it.each(
      rows.map(([given, ...lines]) => ({ given, lines, first: lines[0] })),
    )("says $first", async ({ given, lines }) => {
      const server = await start(given.options);
      given.prepare?.(server);
      if (given.isAway) await server.close();
      const settings = { ...variables(server), ...given.settings };
      const { code, output } = await world.run(["--only", channel], {
        settings,
      });
      if (!given.isAway) await server.close();
      const said = unwrap(output);
      for (const line of lines)
        if (line.startsWith("not ")) expect(said).not.toContain(line.slice(4));
        else expect(said).toContain(line);
      expect(code).toBe(said.includes("✗") ? 1 : 0);
      for (const [name, value] of Object.entries(settings))
        if (/TOKEN|SECRET|PASSWORD|(?<!PUBLIC)_KEY/.test(name))
          expect(output).not.toContain(value);
    });
  });
}
