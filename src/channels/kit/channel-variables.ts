import type * as z from "zod";
import { listOfIds, text } from "../../settings/fields.ts";
import {
  readSettings,
  setting,
  type Setting,
  type SetVariables,
} from "../../settings/setting.ts";
import type { ConfigurationProblem } from "../../types/errors.ts";

/** A variable that enables its channel. */
export type RequiredVariable = {
  readonly variable: string;
  /** Where to get its value: a sentence without its full stop. */
  readonly origin: string;
  /** The operator makes it up; short values are rejected. */
  readonly isOwn?: true;
} & (
  | {
      readonly pattern: RegExp;
      /** Of other values: a clause to follow the variable's name. */
      readonly problem: string;
    }
  | { readonly createSchema: () => z.ZodType<string> }
);

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

/** Returns no values unless all are set and valid. */
export function readRequired<Required extends RequiredVariables>(
  required: Required,
  set: SetVariables,
): {
  readonly values?: Given<Required>;
  readonly problems: readonly ConfigurationProblem[];
} {
  const settings = Object.entries(required).map(
    ([name, each]) => [name, toSetting(each)] as const,
  );
  const read = readSettings(Object.fromEntries(settings), set);
  const { values, problems } = read;
  return areGiven(required, values) ? { values, problems } : { problems };
}

function toSetting(each: RequiredVariable): NamedSetting<string | undefined> {
  const { variable } = each;
  const createSchema =
    "pattern" in each
      ? () => text().regex(each.pattern, each.problem)
      : each.createSchema;
  return { variable, ...setting(createSchema) };
}

function areGiven<Required extends RequiredVariables>(
  required: Required,
  values: Readonly<Record<string, string | undefined>> | undefined,
): values is Given<Required> {
  return (
    values !== undefined &&
    Object.keys(required).every((name) => values[name] !== undefined)
  );
}

export function namesOf(
  variables: Readonly<Record<string, { readonly variable: string }>>,
): readonly string[] {
  return Object.values(variables).map(({ variable }) => variable);
}
