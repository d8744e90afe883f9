import fc from "fast-check";
import { runs } from "./property-runs.ts";

/**
 * Makes property tests deterministic. `PROPERTY_SEED=$RANDOM npm test` tries
 * other cases; add an example for each failure that it finds.
 */
fc.configureGlobal({
  numRuns: runs(100),
  seed: Number(process.env["PROPERTY_SEED"] ?? 20_261_125),
});
