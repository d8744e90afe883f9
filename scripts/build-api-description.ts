import { readFile } from "node:fs/promises";
import { join } from "node:path";
import scalarPlugin from "@scalar/fastify-api-reference";
import { createApiDocument } from "./api-description/create-document.ts";
import {
  toChinese,
  translateDocument,
} from "./api-description/translate-document.ts";
import { hashOf, writeAsset } from "./assets.ts";
import { writeIfChanged } from "./write-if-changed.ts";

const root = join(import.meta.dirname, "..");

/**
 * Writes the description of the HTTP API, in both languages, and the script of the reference as assets; `dist/openapi.json`; and
 * `dist/api-description.ts`, by which the app finds them.
 */
export async function buildApiDescription(): Promise<void> {
  const document = createApiDocument();
  const english = JSON.stringify(document);
  const chinese = JSON.stringify(translateDocument(document, toChinese));
  const script = await createReferenceScript();
  const constants = {
    openApiDocument: await writeAsset("openapi_en.json", english),
    openApiDocumentInChinese: await writeAsset("openapi_zh.json", chinese),
    descriptionVersion: hashOf(english, chinese, script),
    referenceScript: `/assets/${await writeAsset("reference.js", script)}`,
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
  ]);
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
