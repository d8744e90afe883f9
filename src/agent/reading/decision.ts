/** What a part of a reply decides. Positions are those of the cleaned reply. */
export type Decision =
  | {
      readonly kind: "action";
      /** As the model named it, where it is not a listed one. */
      readonly tool: string;
      readonly input: unknown;
      readonly thought: string;
      readonly start: number;
      readonly end: number;
    }
  | { readonly kind: "answer"; readonly output: string }
  | { readonly kind: "unreadable"; readonly reason: string };
