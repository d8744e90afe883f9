import {
  cbrtDependencies,
  create,
  gcdDependencies,
  hypotDependencies,
  lcmDependencies,
  type MathJsInstance,
  medianDependencies,
  nthRootDependencies,
  parseDependencies,
  roundDependencies,
  stdDependencies,
  varianceDependencies,
} from "mathjs/number";

let instance: MathJsInstance | undefined;

/**
 * mathjs for doubles with its parser and a few functions; made at the first call, so that starting up costs nothing.
 * Its evaluator is left out: what may be calculated is in `operations.ts`, and nothing else can be.
 */
export function math(): MathJsInstance {
  instance ??= create({
    ...cbrtDependencies,
    ...gcdDependencies,
    ...hypotDependencies,
    ...lcmDependencies,
    ...medianDependencies,
    ...nthRootDependencies,
    ...parseDependencies,
    ...roundDependencies,
    ...stdDependencies,
    ...varianceDependencies,
  });
  return instance;
}
