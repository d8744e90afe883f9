import { calculate } from "../../dist/calculator.js";
import type { Attack, Damage } from "./attack.ts";

/**
 * Entry point of a process that calculates its inputs and reports their cost.
 */
const cleanPrototype = Object.getOwnPropertyNames(Object.prototype).length;

process.on("message", (attack: Attack) => {
  process.send?.(runAttack(attack));
});

function runAttack({ input, after }: Attack): Damage {
  const largest = Math.max(
    process.resourceUsage().maxRSS / 1_024,
    process.memoryUsage.rss() / 1_048_576,
  );
  const before = process.cpuUsage();
  const given = calculate(input);
  const { user, system } = process.cpuUsage(before);
  const grownMb = process.resourceUsage().maxRSS / 1_024 - largest;
  return {
    answer: given,
    answerAfter: after && calculate(after.input),
    cpuMs: (user + system) / 1_000,
    grownMb: Math.max(0, grownMb),
    isBreached:
      "__pwned" in globalThis ||
      Object.getOwnPropertyNames(Object.prototype).length !== cleanPrototype,
  };
}
