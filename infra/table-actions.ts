/**
 * The functions' actions on the table, one per command in the sources (a test
 * compares them). No scans.
 */
export const TABLE_ACTIONS = [
  "dynamodb:GetItem",
  "dynamodb:PutItem",
  "dynamodb:UpdateItem",
  "dynamodb:DeleteItem",
  "dynamodb:Query",
] as const;
