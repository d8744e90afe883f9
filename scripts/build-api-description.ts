import { createHash } from "node:crypto";
import { join } from "node:path";
import { build } from "esbuild";
import { createApiDocument } from "./api-description/create-document.ts";
import type { DocumentView } from "./api-description/reference/document-view.ts";
import {
  createChinese,
  ENGLISH,
} from "./api-description/reference/reference-language.ts";
import { renderReference } from "./api-description/reference/render-reference.ts";
import { writeIfChanged } from "./write-if-changed.ts";

const root = join(import.meta.dirname, "..");
const source = join(import.meta.dirname, "api-description/reference/page");

/**
 * Writes the description of the HTTP API: `dist/openapi.json`, and `dist/api-description.ts`, which the app serves. Both
 * are made here, so that they cost nothing when the app starts.
 */
export async function buildApiDescription(): Promise<void> {
  const json = JSON.stringify(createApiDocument());
  const document: DocumentView = JSON.parse(json);
  const [style, script] = await Promise.all([
    bundle("reference.css"),
    bundle("reference.js"),
  ]);
  const [english, chinese] = [ENGLISH, createChinese()].map((language) =>
    renderReference({ document, language, style, script }),
  );
  const constants = {
    openApiDocument: json,
    referenceInEnglish: english,
    referenceInChinese: chinese,
    descriptionVersion: hash(json, english, chinese)
      .toString("hex")
      .slice(0, 16),
    styleHash: `sha256-${hash(style).toString("base64")}`,
    scriptHash: `sha256-${hash(script).toString("base64")}`,
  };
  await Promise.all([
    writeIfChanged(join(root, "dist/openapi.json"), json),
    writeIfChanged(
      join(root, "dist/api-description.ts"),
      [
        "// Made by scripts/build-api-description.ts from the schemas in src/channels.",
        ...Object.entries(constants).map(
          ([name, value]) =>
            `export const ${name}: string = ${JSON.stringify(value)};`,
        ),
        "",
      ].join("\n"),
    ),
  ]);
}

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(source, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    logLevel: "error",
  });
  const [output] = outputFiles;
  if (output === undefined) throw new Error(`esbuild made nothing of ${entry}`);
  return output.text.trim();
}

function hash(...texts: readonly (string | undefined)[]): Buffer {
  const sum = createHash("sha256");
  for (const text of texts) sum.update(text ?? "");
  return sum.digest();
}
