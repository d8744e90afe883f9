import { Complex } from "../numbers/complex.ts";
import { exponential } from "../numbers/powers.ts";
import { ONE, TWO, ZERO } from "../numbers/reals.ts";
import { pi } from "../numbers/trigonometry.ts";
import { ANALYTIC_FUNCTIONS, NUMBER_FUNCTIONS } from "./functions.ts";
import { MATRIX_FUNCTIONS } from "./matrices.ts";
import { define, type Operation } from "./operation.ts";
import { LIST_FUNCTIONS } from "./statistics.ts";

/** The function of that name or nickname, in any case. */
export function findFunction(name: string): Operation | undefined {
  const key = name.toLowerCase();
  return FUNCTIONS.get(NICKNAMES.get(key) ?? key);
}

/** The named number. Capital E is none: it mostly stands for something else. */
export function findConstant(name: string): Operation | undefined {
  return CONSTANTS.get(name.length > 1 ? name.toLowerCase() : name);
}

const FUNCTIONS: ReadonlyMap<string, Operation> = new Map([
  ...NUMBER_FUNCTIONS,
  ...ANALYTIC_FUNCTIONS,
  ...LIST_FUNCTIONS,
  ...MATRIX_FUNCTIONS,
]);

const IMAGINARY_UNIT = new Complex(ZERO, ONE);

const CONSTANTS: ReadonlyMap<string, Operation> = new Map(
  define([0, 0], {
    pi,
    tau: (reals) => reals.multiply(TWO, pi(reals)),
    e: (reals) => exponential(reals, ONE),
    i: () => IMAGINARY_UNIT,
    true: () => true,
    false: () => false,
  }),
);

/** What Python, JavaScript, spreadsheets and textbooks call the functions: `name: nicknames`. */
const NICKNAMES: ReadonlyMap<string, string> = new Map(
  `
abs: fabs absolute
acos: arccos
acosh: arccosh arcosh
asin: arcsin
asinh: arcsinh arsinh
atan: arctan
atan2: arctan2
atanh: arctanh artanh
cbrt: cuberoot
ceil: ceiling
arg: angle phase
combinations: binomial binom c choose comb combination ncr
degrees: rad2deg todegrees
det: determinant
divide: truediv
factorial: fact
floordivide: floordiv floor_divide
gcd: hcf
geometricmean: geometric_mean gmean
harmonicmean: harmonic_mean hmean
hypot: hypotenuse
identity: eye
inv: inverse
isprime: is_prime
len: count length
lcm: lowestcommonmultiple
ln: loge log_e
log10: lg log_10
log2: ld lb log_2
max: maximum
mean: average avg
min: minimum
mod: modulo
number: array asarray calc calculate calculator float list matrix print tuple
permutations: npr p perm permutation
pow: power
product: prod
pstdev: pstd stdevp
pvariance: pvar varp
radians: deg2rad toradians
re: real
im: imag
root: nthroot
sign: sgn signum
solve: lusolve linsolve
sorted: sort
sqrt: squareroot
stdev: std stddev stdevs
subtract: sub minus
sum: fsum
trunc: fix int integer truncate
variance: var vars
`
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [name = "", nicknames = ""] = line.split(": ");
      return nicknames.split(" ").map((nickname) => [nickname, name] as const);
    }),
);
