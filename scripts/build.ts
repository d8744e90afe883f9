import { buildApiDescription } from "./build-api-description.ts";
import { buildPage } from "./build-page.ts";

// All that the app imports from `dist/`.
await Promise.all([buildPage(), buildApiDescription()]);
