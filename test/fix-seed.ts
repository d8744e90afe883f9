import fc from "fast-check";

/**
 * The same cases in each run, so that a change fails for what it did. `PROPERTY_SEED=$RANDOM npm test` looks at others: what
 * they find becomes an example.
 */
fc.configureGlobal({
  seed: Number(process.env["PROPERTY_SEED"] ?? 20_261_125),
});
