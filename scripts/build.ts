import { buildApiDescription } from "./build-api-description.ts";
import { buildSdks } from "./build-sdks.ts";
import { buildPage } from "./build-page.ts";

// All that the app imports from `dist/`.
await Promise.all([buildPage(), buildSdks(), buildApiDescription()]);
