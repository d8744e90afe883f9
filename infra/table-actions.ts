/** What the functions do with the table, each command of the sources; a test compares. No scans: nothing reads the whole table. */
export const TABLE_ACTIONS = [
  "dynamodb:GetItem",
  "dynamodb:PutItem",
  "dynamodb:UpdateItem",
  "dynamodb:DeleteItem",
  "dynamodb:Query",
] as const;
