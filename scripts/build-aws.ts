import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { buildFunctions, FUNCTIONS_FOLDER } from "./build-functions.ts";

for (const [name, bytes] of Object.entries(await buildFunctions())) {
  const file = join(FUNCTIONS_FOLDER, name, "index.mjs");
  const compressed = gzipSync(readFileSync(file)).length;
  const size = (count: number) => `${Math.round(count / 1000)} KB`;
  console.log(
    `dist/aws/${name}/index.mjs  ${size(bytes)}, ${size(compressed)} compressed`,
  );
}
