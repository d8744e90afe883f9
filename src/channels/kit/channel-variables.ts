import type * as z from "zod";
import { listOfIds } from "../../settings/fields.ts";
import {
  setting,
  type Setting,
  type SetVariables,
} from "../../settings/setting.ts";
import type { ConfigurationProblem } from "../../types/errors.ts";

/** A variable that enables its channel. */
export interface RequiredVariable {
  readonly variable: string;
  readonly pattern: RegExp;
  /** Where to get its value, and its form: a sentence without its full stop. */
  readonly origin: string;
  /** The operator makes it up; short values are rejected. */
  readonly isOwn?: true;
}

export type RequiredVariables = Readonly<Record<string, RequiredVariable>>;

/** An optional variable. */
export interface NamedSetting<Value> extends Setting<Value> {
  readonly variable: string;
}

export function optional<Schema extends z.ZodType>(
  variable: string,
  createSchema: () => Schema,
  fallback: z.output<Schema>,
): NamedSetting<z.output<Schema>> {
  return { variable, ...setting(createSchema, fallback) };
}

/** A list of ids, empty by default; see `listOfIds`. */
export function idList(
  variable: string,
  form?: Parameters<typeof listOfIds>[0],
): NamedSetting<string[]> {
  return optional(variable, () => listOfIds(form), []);
}

/** Values of variables that are all set. */
export type Given<Required extends RequiredVariables> = {
  readonly [Name in keyof Required]: string;
};

/** Reads the variables that enable a channel: all of them, or none. */
export function readRequired<Required extends RequiredVariables>(
  required: Required,
  set: SetVariables,
): {
  readonly values?: Given<Required>;
  readonly problems: readonly ConfigurationProblem[];
} {
  const all = Object.entries(required);
  const present = all.find(([, { variable }]) => set.has(variable))?.[1];
  if (present === undefined) return { problems: [] };
  const values: Record<string, string> = {};
  const problems = all.flatMap(([name, { variable, pattern, origin }]) => {
    const value = (values[name] = set.get(variable)?.trim() ?? "");
    if (pattern.test(value)) return [];
    const what = set.has(variable)
      ? "has the wrong form"
      : `is missing; ${present.variable} requires it`;
    return [{ variable, problem: `${what}. ${origin}` }];
  });
  if (problems.length > 0) return { problems };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each name has a value that fits its pattern
  return { values: values as Given<Required>, problems };
}

export function namesOf(
  variables: Readonly<Record<string, { readonly variable: string }>>,
): readonly string[] {
  return Object.values(variables).map(({ variable }) => variable);
}
