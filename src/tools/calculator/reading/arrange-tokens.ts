import { joinOperands } from "./join-operands.ts";
import { resolveBars } from "./resolve-bars.ts";
import { resolveCommas } from "./resolve-commas.ts";
import { resolveConditions, resolveNegations } from "./resolve-conditions.ts";
import { resolveFunctionPowers } from "./resolve-function-powers.ts";
import { resolvePercents } from "./resolve-percents.ts";
import type { Token } from "./token.ts";

/** The tokens in the parser's grammar, with all that was left out. Throws `CalculationError` where that is unclear. */
export function arrangeTokens(
  tokens: readonly Token[],
  text: string,
): readonly Token[] {
  const separated = resolveCommas(resolveBars(tokens), text);
  const powers = resolveFunctionPowers(separated, text);
  const joined = joinOperands(resolvePercents(powers, text), text);
  return resolveConditions(resolveNegations(joined));
}
