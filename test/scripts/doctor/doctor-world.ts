import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runDoctor } from "../../../scripts/doctor/run-doctor.ts";
import {
  startParleyServer,
  type ParleyServer,
} from "../../stubs/parley-server.ts";

/** A folder and a running Parley stub for `npm run doctor` to check. */
export interface DoctorWorld {
  readonly parley: ParleyServer;
  /** Writes a file into the folder. */
  write(name: ".dev.vars" | "wrangler.toml", text: string): Promise<void>;
  /** Runs the doctor with these settings in `.dev.vars`. */
  run(
    given: readonly string[],
    options?: {
      settings?: Readonly<Record<string, string>>;
      environment?: Readonly<Record<string, string>>;
      signal?: AbortSignal;
      hasColours?: boolean;
    },
  ): Promise<{ code: number; output: string }>;
  close(): Promise<void>;
}

export async function createDoctorWorld(): Promise<DoctorWorld> {
  const parley = await startParleyServer();
  const directory = await mkdtemp(join(tmpdir(), "parley-"));
  const write = (name: string, text: string) =>
    writeFile(join(directory, name), text);

  return {
    parley,
    write,
    async run(
      given,
      {
        settings,
        environment = {},
        signal = new AbortController().signal,
        hasColours = false,
      } = {},
    ) {
      if (settings !== undefined)
        await write(
          ".dev.vars",
          Object.entries(settings)
            .map(([name, value]) => `${name}='${value}'\n`)
            .join(""),
        );
      const lines: string[] = [];
      const code = await runDoctor({
        arguments: given.includes("--url")
          ? given
          : ["--url", parley.url, ...given],
        environment,
        directory,
        print: (line) => void lines.push(line),
        hasColours,
        signal,
      });
      return { code, output: lines.join("\n") };
    },
    async close() {
      await parley.close();
      await rm(directory, { recursive: true });
    },
  };
}

/** Undoes the output's line wrapping. */
export function unwrap(output: string): string {
  return output.replaceAll(/\n {4,}(?!→)/g, " ");
}
