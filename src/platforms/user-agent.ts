import { VERSION } from "../version.ts";

/** How Parley names itself to the servers that it asks, with a contact. */
export const USER_AGENT = `Parley/${VERSION} (https://parley.chat)`;
