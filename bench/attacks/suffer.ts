import { calculate } from "../../src/tools/calculator/calculate.ts";
import type { Attack, Damage } from "./attack.ts";

/** A process that calculates what it is sent, and reports what it cost. */
const cleanPrototype = Object.getOwnPropertyNames(Object.prototype).length;

process.on("message", (attack: Attack) => {
  process.send?.(suffer(attack));
});

function suffer({ input, after }: Attack): Damage {
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
