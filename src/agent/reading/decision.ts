/** What a part of a reply decides. Positions are those of the cleaned reply. */
export type Decision = (
  | {
      readonly kind: "action";
      /** As the model named it, where it is not a listed one. */
      readonly tool: string;
      readonly input: unknown;
      readonly thought: string;
      /** Where it begins and ends in the text. */
      readonly start: number;
      readonly end: number;
      /** Written in a model's own syntax, whose tokens must not go back into a prompt. */
      readonly isNative?: true;
    }
  | { readonly kind: "answer"; readonly output: string }
  | { readonly kind: "unreadable"; readonly reason: string }
) & {
  /** It reaches to the text's end, and nothing in it says that it is whole. */
  readonly isOpen?: boolean;
};
