import { inject } from "vitest";

// Every Parley that a test starts has a table of its own in the one DynamoDB Local of the project.
process.env["PARLEY_DYNAMODB_ENDPOINT"] = inject("dynamoDbEndpoint");
