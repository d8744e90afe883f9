import { join } from "node:path";
import { build } from "esbuild";
import { writeIfChanged } from "./write-if-changed.ts";

const root = join(import.meta.dirname, "..");

/**
 * Bundles the calculator with the part of mathjs that it needs into
 * `dist/calculator.js`, which the tool imports with its first calculation.
 * Imported late from its own files, all of mathjs would be in the script: a
 * bundler drops nothing behind `import()`.
 */
export async function buildCalculator(): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [join(root, "src/tools/calculator/calculate.ts")],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2024",
    // ES modules, because CommonJS cannot be tree-shaken.
    mainFields: ["module", "main"],
    minifySyntax: true,
    charset: "utf8",
    legalComments: "none",
    logLevel: "error",
  });
  await Promise.all([
    writeIfChanged(
      join(root, "dist/calculator.js"),
      outputFiles[0]?.text ?? "",
    ),
    writeIfChanged(
      join(root, "dist/calculator.d.ts"),
      'export { calculate } from "../src/tools/calculator/calculate.ts";\n',
    ),
  ]);
}
