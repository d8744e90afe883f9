import { buildSdks } from "./build-sdks.ts";
import { buildPage } from "./build-page.ts";

// All that the Worker imports from `dist/`.
await Promise.all([buildPage(), buildSdks()]);
