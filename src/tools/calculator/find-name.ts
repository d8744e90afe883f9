import { FUNCTIONS, type Operation } from "./operations.ts";

/** The function of that name or nickname, in any case. */
export function findFunction(name: string): Operation | undefined {
  const key = name.toLowerCase();
  return FUNCTIONS.get(NICKNAMES.get(key) ?? key);
}

/** The named number, in any case. */
export function findConstant(name: string): number | undefined {
  return CONSTANTS.get(name.toLowerCase());
}

const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ["pi", Math.PI],
  ["tau", 2 * Math.PI],
  ["e", Math.E],
]);

/** What Python, JavaScript, spreadsheets and textbooks call the functions. */
const NICKNAMES: ReadonlyMap<string, string> = new Map([
  ["arccos", "acos"],
  ["arcsin", "asin"],
  ["arctan", "atan"],
  ["arctan2", "atan2"],
  ["average", "mean"],
  ["avg", "mean"],
  ["binomial", "combinations"],
  ["c", "combinations"],
  ["calc", "number"],
  ["calculator", "number"],
  ["ceiling", "ceil"],
  ["choose", "combinations"],
  ["comb", "combinations"],
  ["fabs", "abs"],
  ["fix", "trunc"],
  ["float", "number"],
  ["int", "trunc"],
  ["lg", "log10"],
  ["ncr", "combinations"],
  ["npr", "permutations"],
  ["nthroot", "root"],
  ["p", "permutations"],
  ["perm", "permutations"],
  ["power", "pow"],
  ["print", "number"],
  ["prod", "product"],
  ["pstd", "pstdev"],
  ["pvar", "pvariance"],
  ["std", "stdev"],
  ["stddev", "stdev"],
  ["var", "variance"],
]);
