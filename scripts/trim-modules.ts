import { glob, rm } from "node:fs/promises";
import { join } from "node:path";

/** Large parts of packages that nothing loads. */
const UNUSED = [
  // Headers for building native modules: 68 MB.
  "node/**/node-*/include",
  // For Miniflare's Images binding, which loads them on first use: 19 MB.
  "@img/sharp-*",
  // For Vite's `css.transformer`, which loads it on first use: 10 MB.
  "lightningcss-*",
  // Source maps: 18 MB.
  "**/*.{js,mjs,cjs,ts,mts,cts}.map",
  // Themes; the page has its own colors: 3 MB.
  "highlight.js/{scss,styles}",
  // Zod's TypeScript sources and tests: 4 MB.
  "zod/src",
  // Type declarations for CommonJS: 2 MB.
  "**/*.d.cts",
  // Documentation: 3 MB.
  "**/{CHANGELOG,README}.md",
];

const modules = join(import.meta.dirname, "../node_modules");
for await (const path of glob(UNUSED, { cwd: modules }))
  await rm(join(modules, path), { recursive: true, force: true });
