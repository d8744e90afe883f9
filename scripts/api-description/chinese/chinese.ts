import { FIELDS } from "./fields.ts";
import { INTRODUCTION } from "./introduction.ts";
import { LABELS } from "./labels.ts";
import { OPENAI } from "./openai.ts";
import { OPERATIONS } from "./operations.ts";
import { PROBLEMS } from "./problems.ts";

/** The texts of the description in Chinese, by the English ones. */
export const CHINESE: Readonly<Record<string, string>> = {
  ...LABELS,
  ...INTRODUCTION,
  ...OPERATIONS,
  ...PROBLEMS,
  ...FIELDS,
  ...OPENAI,
};
