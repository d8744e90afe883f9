import { wrongAddresses } from "./wrong-addresses.ts";
import { wrongBodies } from "./wrong-bodies.ts";
import { wrongCallbacks } from "./wrong-callbacks.ts";
import { wrongCallers } from "./wrong-callers.ts";
import { wrongChats } from "./wrong-chats.ts";
import { wrongConnections } from "./wrong-connections.ts";
import { wrongConversations } from "./wrong-conversations.ts";
import { wrongFields } from "./wrong-fields.ts";
import type { WrongRequest } from "./wrong-request.ts";

export function allWrongRequests(): readonly WrongRequest[] {
  return [
    ...wrongCallers(),
    ...wrongBodies(),
    ...wrongFields(),
    ...wrongAddresses(),
    ...wrongCallbacks(),
    ...wrongConversations(),
    ...wrongChats(),
    ...wrongConnections(),
  ];
}
