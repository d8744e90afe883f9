import { parseConfig } from "../../src/config/parse-config.ts";
import {
  ConfigurationError,
  type ConfigurationProblem,
} from "../../src/types/errors.ts";

/** Why a deployment with these variables does not start. */
export function findProblems(
  environment: Readonly<Record<string, unknown>>,
): readonly ConfigurationProblem[] {
  try {
    parseConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
}
