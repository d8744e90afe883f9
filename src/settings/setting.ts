import type * as z from "zod";
import type { ConfigurationProblem } from "../types/errors.ts";
import { wholeNumber } from "./fields.ts";

/** The variables that are set, verbatim. */
export type SetVariables = ReadonlyMap<string, string>;

/**
 * An optional variable. Its schema is created only if the variable is set: a
 * deployment sets a dozen of 150, and creating all schemas would take a tenth
 * of its start-up time. Problems are clauses to follow the variable's name and
 * never contain its value.
 */
export interface Setting<Value> {
  readonly createSchema: () => z.ZodType<Value>;
  readonly fallback: Value;
  /** Default: the name under which it is declared. */
  readonly variable?: string;
}

export function setting<Schema extends z.ZodType>(
  createSchema: () => Schema,
): Setting<z.output<Schema> | undefined>;
export function setting<Schema extends z.ZodType>(
  createSchema: () => Schema,
  fallback: z.output<Schema>,
): Setting<z.output<Schema>>;
export function setting(
  createSchema: () => z.ZodType,
  fallback?: unknown,
): Setting<unknown> {
  return { createSchema, fallback };
}

/** An optional whole number, of a limit unless it has bounds of its own. */
export function number(
  fallback: number,
  bounds = { min: 0, max: 1_000_000 },
): Setting<number> {
  return setting(() => wholeNumber(bounds), fallback);
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;

/** The values of settings, or their defaults. */
export type ValuesOf<Some extends Settings> = {
  readonly [Name in keyof Some]: Some[Name]["fallback"];
};

/** Parses one variable; returns the fallback if it is not set. */
export function readSetting<Value>(
  { createSchema, fallback }: Setting<Value>,
  written: string | undefined,
): z.ZodSafeParseResult<Value> {
  return written === undefined
    ? { success: true, data: fallback }
    : createSchema().safeParse(written);
}

/**
 * Parses variables. `values` is left out if one of them is invalid; `valid`
 * holds the others.
 */
export function readSettings<Some extends Settings>(
  settings: Some,
  set: SetVariables,
): {
  readonly values?: ValuesOf<Some>;
  readonly valid: Partial<ValuesOf<Some>>;
  readonly problems: readonly ConfigurationProblem[];
} {
  const values: Record<string, unknown> = {};
  const problems: ConfigurationProblem[] = [];
  for (const [name, each] of Object.entries(settings)) {
    const { variable = name } = each;
    const reading = readSetting(each, set.get(variable));
    values[name] = reading.data;
    problems.push(...toProblems(variable, reading));
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each name has the value of its own setting
  const valid = values as ValuesOf<Some>;
  return problems.length > 0
    ? { valid, problems }
    : { values: valid, valid, problems };
}

export function toProblems(
  variable: string,
  { error }: z.ZodSafeParseResult<unknown>,
): readonly ConfigurationProblem[] {
  const issues = error?.issues ?? [];
  return issues.map(({ message: problem }) => ({ variable, problem }));
}
