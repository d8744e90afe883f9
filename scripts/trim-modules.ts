import { glob, rm } from "node:fs/promises";
import { join } from "node:path";

/** Large parts of packages that nothing here loads. */
const UNUSED = [
  // For building native modules: 68 MB.
  "node/**/node-*/include",
  // For Miniflare's binding of Cloudflare Images, which loads it on first use: 19 MB.
  "@img/sharp-*",
];

const modules = join(import.meta.dirname, "../node_modules");
for await (const path of glob(UNUSED, { cwd: modules }))
  await rm(join(modules, path), { recursive: true, force: true });
