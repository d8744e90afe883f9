/** What a look at one part came to: a line for the operator. Holds no secret. */
export type Finding = { readonly text: string } & (
  | {
      readonly kind: "passed";
      /** How long it took, where that tells something; a whole number. */
      readonly ms?: number;
    }
  /** Not looked at: it is off, or something that it needs does not work. */
  | { readonly kind: "skipped" }
  | {
      readonly kind: "warning" | "failed";
      /** What to do about it: whole sentences. */
      readonly advice: readonly string[];
    }
);

export function passed(text: string, ms?: number): Finding {
  return {
    kind: "passed",
    text,
    ...(ms !== undefined && { ms: Math.round(ms) }),
  };
}

export function skipped(text: string): Finding {
  return { kind: "skipped", text };
}

export function warning(text: string, ...advice: readonly string[]): Finding {
  return { kind: "warning", text, advice };
}

export function failed(text: string, ...advice: readonly string[]): Finding {
  return { kind: "failed", text, advice };
}
