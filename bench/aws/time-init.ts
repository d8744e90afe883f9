import { performance } from "node:perf_hooks";

/** A process that loads a function as Lambda's runtime does, tells its parent how long that took, and ends. */
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
