import { wrongAddresses } from "./wrong-addresses.ts";
import { wrongBodies } from "./wrong-bodies.ts";
import { wrongCallers } from "./wrong-callers.ts";
import { wrongConnections } from "./wrong-connections.ts";
import type { WrongRequest } from "./wrong-request.ts";

/**
 * What HTTP itself can get wrong. Wrong fields and parameters are in
 * `test/http/description/refused-requests.test.ts`.
 */
export function allWrongRequests(): readonly WrongRequest[] {
  return [
    ...wrongCallers(),
    ...wrongBodies(),
    ...wrongAddresses(),
    ...wrongConnections(),
  ];
}
