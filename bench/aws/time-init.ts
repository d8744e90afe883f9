import { performance } from "node:perf_hooks";

/**
 * Entry point of a process that loads a function as Lambda's runtime does,
 * reports the duration to its parent, and exits.
 */
Object.assign(globalThis, {
  awslambda: { streamifyResponse: (handler: unknown) => handler },
});
const begun = performance.now();
const { handler } = (await import(process.argv[2] ?? "")) as {
  handler?: unknown;
};
const ms = performance.now() - begun;
if (typeof handler !== "function") throw new Error("It has no handler.");
process.send?.(ms, () => process.exit());
