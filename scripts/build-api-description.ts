import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import scalarPlugin from "@scalar/fastify-api-reference";
import { createApiDocument } from "./api-description/create-document.ts";
import {
  toChinese,
  translateDocument,
} from "./api-description/translate-document.ts";
import { writeIfChanged } from "./write-if-changed.ts";

const root = join(import.meta.dirname, "..");

/** What Cloudflare serves by itself, under the paths here. */
const PUBLIC_FOLDER = join(root, "dist/public");
export const ASSETS_FOLDER = join(PUBLIC_FOLDER, "assets");

/** Of those files, whose names change with their content. The app's answers have the last two from `addSafetyHeaders`. */
const HEADERS = `/assets/*
  cache-control: public, max-age=31536000, immutable
  x-content-type-options: nosniff
  strict-transport-security: max-age=31536000
`;

/**
 * Writes the description of the HTTP API: `dist/openapi.json`, `dist/api-description.ts`, which the app serves, and the script
 * of the reference, which is too large for the app. All are made here, so that they cost nothing when the app starts.
 */
export async function buildApiDescription(): Promise<void> {
  const document = createApiDocument();
  const english = JSON.stringify(document);
  const chinese = JSON.stringify(translateDocument(document, toChinese));
  const script = await createReferenceScript();
  const scriptName = `reference-${hash(script)}.js`;
  const constants = {
    openApiDocument: english,
    openApiDocumentInChinese: chinese,
    descriptionVersion: hash(english, chinese, script),
    referenceScript: `/assets/${scriptName}`,
  };
  await Promise.all([
    writeIfChanged(join(root, "dist/openapi.json"), english),
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
    writeIfChanged(join(PUBLIC_FOLDER, "_headers"), HEADERS),
    writeIfChanged(join(ASSETS_FOLDER, scriptName), script),
  ]);
  for (const name of await readdir(ASSETS_FOLDER))
    if (/^reference-\w+\.js$/.test(name) && name !== scriptName)
      await rm(join(ASSETS_FOLDER, name), { force: true });
}

/** Scalar and our few lines that start it, in one file. */
async function createReferenceScript(): Promise<string> {
  const start = join(
    import.meta.dirname,
    "api-description/reference/reference.js",
  );
  return `${readScalar()}\n${await readFile(start, "utf8")}`;
}

/**
 * Scalar's script for browsers, which its plugin for Fastify serves from memory. The package that it is built in would bring 270
 * others along.
 */
function readScalar(): string {
  let script = "";
  const reply = {
    header: () => reply,
    send: (text: string) => void (script = text),
  };
  const fastify = {
    route: ({ url, handler }: ScalarRoute) => {
      if (url.endsWith(".js")) handler(undefined, reply);
    },
  };
  (scalarPlugin as unknown as ScalarPlugin)(
    fastify,
    { configuration: { url: "/openapi.json" } },
    () => {},
  );
  if (script === "") throw new Error("Scalar's plugin serves no script.");
  return script;
}

/** What is used of the plugin; its own types are Fastify's. */
type ScalarPlugin = (
  fastify: { route: (route: ScalarRoute) => void },
  options: { configuration: { url: string } },
  done: () => void,
) => void;

interface ScalarRoute {
  readonly url: string;
  readonly handler: (
    request: undefined,
    reply: { send: (text: string) => void },
  ) => void;
}

function hash(...texts: readonly string[]): string {
  const sum = createHash("sha256");
  for (const text of texts) sum.update(text);
  return sum.digest("hex").slice(0, 16);
}
