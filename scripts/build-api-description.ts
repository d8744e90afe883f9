import { readFile } from "node:fs/promises";
import { join } from "node:path";
import scalarPlugin from "@scalar/fastify-api-reference";
import { createApiDocument } from "./api-description/create-document.ts";
import { writeAsset } from "./assets.ts";
import { writeIfChanged } from "./write-if-changed.ts";

const root = join(import.meta.dirname, "..");

/**
 * Writes the OpenAPI document and the script of the reference page as assets,
 * plus `dist/openapi.json` and `dist/api-description.ts`, which names the assets
 * for the app.
 */
export async function buildApiDescription(): Promise<void> {
  const document = JSON.stringify(createApiDocument());
  const script = await createReferenceScript();
  const constants = {
    openApiDocument: await writeAsset("openapi.json", document),
    referenceScript: `/assets/${await writeAsset("reference.js", script)}`,
  };
  await Promise.all([
    writeIfChanged(join(root, "dist/openapi.json"), document),
    writeIfChanged(
      join(root, "dist/api-description.ts"),
      [
        "// Made by scripts/build-api-description.ts from the schemas in src/http.",
        ...Object.entries(constants).map(
          ([name, value]) =>
            `export const ${name}: string = ${JSON.stringify(value)};`,
        ),
        "",
      ].join("\n"),
    ),
  ]);
}

/** Scalar, followed by the few lines that start it. */
async function createReferenceScript(): Promise<string> {
  const start = join(
    import.meta.dirname,
    "api-description/reference/reference.js",
  );
  return `${readScalar()}\n${await readFile(start, "utf8")}`;
}

/**
 * Scalar's browser script, taken from its Fastify plugin, which serves it from
 * memory. The package with the original has 270 dependencies.
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

/** The part of the plugin used here; its own types depend on Fastify's. */
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
