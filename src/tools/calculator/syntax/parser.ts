import { create, type MathJsInstance, parseDependencies } from "mathjs/number";

let instance: MathJsInstance | undefined;

/** mathjs's parser, made at the first call. Its evaluator and its functions are left out of the bundle. */
export function parser(): MathJsInstance {
  instance ??= create({ ...parseDependencies });
  return instance;
}
