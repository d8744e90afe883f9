import type { Texts } from "./texts.ts";

/** Says that the demo model answers, and how to bring a real one: on the laptop where the server runs, or deployed. */
export function describeDemoModel(
  { hostname }: { hostname: string },
  texts: Texts,
): string {
  return isLocal(hostname) ? texts.demoModelLocal : texts.demoModelDeployed;
}

function isLocal(hostname: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}
