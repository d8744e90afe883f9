import { buildDist } from "./build-dist.ts";

await buildDist();
