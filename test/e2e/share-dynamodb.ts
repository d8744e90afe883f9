import { inject } from "vitest";

// Each Parley started by a test has its own table in the project's DynamoDB
// Local.
process.env["PARLEY_DYNAMODB_ENDPOINT"] = inject("dynamoDbEndpoint");
