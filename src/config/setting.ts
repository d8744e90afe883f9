import type * as z from "zod";
import type { ConfigurationProblem } from "../errors.ts";

/** The variables that are set, as they are written. */
export type SetVariables = ReadonlyMap<string, string>;

/**
 * A variable that may be left out. Its schema is made only where the variable is set: a deployment sets a dozen of 150, and the schemas
 * of all would be a tenth of its start. A problem is a clause that follows the variable's name, and holds no value.
 */
export interface Setting<Value> {
  readonly createSchema: () => z.ZodType<Value>;
  readonly fallback: Value;
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

export type Settings = Readonly<Record<string, Setting<unknown>>>;

/** What the variables say, or their defaults. */
export type ValuesOf<Some extends Settings> = {
  readonly [Name in keyof Some]: Some[Name]["fallback"];
};

/** What one variable says; the fallback where it is not set. */
export function readSetting<Value>(
  { createSchema, fallback }: Setting<Value>,
  written: string | undefined,
): z.ZodSafeParseResult<Value> {
  return written === undefined
    ? { success: true, data: fallback }
    : createSchema().safeParse(written);
}

/** What variables say; no values where one of them is wrong. */
export function readSettings<Some extends Settings>(
  settings: Some,
  set: SetVariables,
): {
  readonly values?: ValuesOf<Some>;
  readonly problems: readonly ConfigurationProblem[];
} {
  const values: Record<string, unknown> = {};
  const problems: ConfigurationProblem[] = [];
  for (const [variable, each] of Object.entries(settings)) {
    const reading = readSetting(each, set.get(variable));
    values[variable] = reading.data;
    problems.push(...toProblems(variable, reading));
  }
  return problems.length > 0
    ? { problems }
    : // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each name has the value of its own setting
      { values: values as ValuesOf<Some>, problems };
}

/** What is wrong with one variable. */
export function toProblems(
  variable: string,
  { error }: z.ZodSafeParseResult<unknown>,
): readonly ConfigurationProblem[] {
  const issues = error?.issues ?? [];
  return issues.map(({ message: problem }) => ({ variable, problem }));
}
