import { glob, rm } from "node:fs/promises";
import { join } from "node:path";

/** Large parts of packages that nothing here loads. */
const UNUSED = [
  // For building native modules: 68 MB.
  "node/**/node-*/include",
  // For Miniflare's binding of Cloudflare Images, which loads it on first use: 19 MB.
  "@img/sharp-*",
  // For Vite's option `css.transformer`, which loads it on first use: 10 MB.
  "lightningcss-*",
  // For debuggers: 18 MB.
  "**/*.{js,mjs,cjs,ts,mts,cts}.map",
  // Themes of the highlighter; the page has its own colors: 3 MB.
  "highlight.js/{scss,styles}",
  // Zod's sources with their tests: 4 MB.
  "zod/src",
  // Types of CommonJS modules, which nothing here is: 2 MB.
  "**/*.d.cts",
  // To read on the web: 3 MB.
  "**/{CHANGELOG,README}.md",
];

const modules = join(import.meta.dirname, "../node_modules");
for await (const path of glob(UNUSED, { cwd: modules }))
  await rm(join(modules, path), { recursive: true, force: true });
