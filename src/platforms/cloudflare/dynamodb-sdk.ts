/** What Workers need to ask a table, with the SDK: the entry of its bundle. */
export { createDynamoClient } from "../dynamodb/create-dynamo-client.ts";
export { createDynamoTable } from "../dynamodb/table.ts";
