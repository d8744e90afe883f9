/** In the order in which they are looked at: each rests on those before it. */
export const STAGE_NAMES = [
  "configuration",
  "parley",
  "model",
  "tools",
  "storage",
  "telegram",
] as const;

export type StageName = (typeof STAGE_NAMES)[number];

export function isStageName(name: string): name is StageName {
  return STAGE_NAMES.some((stage) => stage === name);
}
