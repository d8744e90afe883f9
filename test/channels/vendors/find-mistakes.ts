import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** A JSON value, and the vendor's type that it is to have. */
export interface Typed {
  readonly what: string;
  readonly value: unknown;
  /** Its name in `vendor-types.ts`. */
  readonly type: string;
}

const ROOT = join(import.meta.dirname, "../../..");
const TYPES = join(import.meta.dirname, "vendor-types.ts");

/**
 * Of the values those that are not of their type, with what the compiler says: it sees each as a literal, so that it finds missing fields, wrong
 * ones, and names that the type does not have.
 */
export async function findMistakes<Value extends Typed>(
  values: readonly Value[],
): Promise<readonly (Value & { readonly mistake: string })[]> {
  // From here, vendors' packages are found.
  const modules = join(ROOT, "node_modules");
  const folder = await mkdtemp(join(modules, ".types-"));
  try {
    const lines = values.map(
      ({ value, type }, index) =>
        `export const value${index}: Vendor.${type} = ${JSON.stringify(value)};`,
    );
    const head = `import type * as Vendor from ${JSON.stringify(TYPES)};`;
    await writeFile(join(folder, "values.ts"), [head, ...lines].join("\n"));
    await writeFile(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        extends: join(ROOT, "tsconfig.json"),
        compilerOptions: { types: [] },
        include: ["values.ts"],
      }),
    );
    const found = await compile(folder);
    return values.flatMap((value, index) => {
      const mistake = found.get(index + 2);
      return mistake === undefined ? [] : [{ ...value, mistake }];
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What is wrong in each line. */
async function compile(folder: string): Promise<ReadonlyMap<number, string>> {
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  const output = await promisify(execFile)(tsc, ["-p", folder], {
    maxBuffer: 100_000_000,
  }).then(
    () => "",
    ({ stdout }: { stdout: string }) => stdout,
  );
  const found = new Map<number, string>();
  const mistakes = output.split(/\n(?=\S)/).filter((text) => text !== "");
  for (const text of mistakes) {
    const [, line, mistake] =
      /values\.ts\((\d+),\d+\): ([^]*)$/.exec(text) ?? [];
    if (line === undefined || mistake === undefined) throw new Error(text);
    found.set(Number(line), mistake.trim());
  }
  return found;
}
