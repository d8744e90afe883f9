import type { ConfiguredChannel } from "../channels/kit/channel-definition.ts";
import type { ConfigurationProblem } from "../types/errors.ts";
import type { Environment } from "./environment.ts";
import { isLocal } from "./event-settings.ts";

/** Finds settings of events that do not fit together. */
export function findEventConflicts(
  {
    EVENTS_URL: url,
    EVENTS_SIGNING_SECRET: secrets,
    EVENTS_TYPES: types = [],
    WEBHOOK_SIGNING_SECRET: incoming = [],
    HANDOVER_NOTIFY: notified,
  }: Partial<Environment>,
  {
    channels,
    isDevelopment,
  }: { channels: readonly ConfiguredChannel[]; isDevelopment: boolean },
): ConfigurationProblem[] {
  const isShared = secrets?.some(({ secret }) =>
    incoming.some((other) => other.secret === secret),
  );
  const name = notified?.channel;
  const isOn = channels.some(
    ({ definition, on }) => definition.name === name && on !== undefined,
  );
  const found = {
    EVENTS_SIGNING_SECRET:
      url !== undefined && secrets?.length === 0
        ? "is missing; EVENTS_URL requires it, so that the receiver knows that events are yours. Create one: whsec_ followed by the output of `openssl rand -base64 32`"
        : isShared
          ? "shares a secret with WEBHOOK_SIGNING_SECRET; whoever verifies events must not be able to send messages. Create another one: whsec_ followed by the output of `openssl rand -base64 32`"
          : "",
    EVENTS_URL:
      url === undefined && types.length > 0
        ? "is missing; EVENTS_TYPES names what is sent there"
        : url !== undefined && !isDevelopment && isLocal(new URL(url))
          ? "is an address of this machine, which a deployment cannot reach; set the receiver's https:// address"
          : "",
    HANDOVER_NOTIFY:
      name !== undefined && !isOn
        ? `names ${name}, which is off here; set that channel up first, or name a chat of another one`
        : "",
  };
  return Object.entries(found).flatMap(([variable, problem]) =>
    problem === "" ? [] : [{ variable, problem }],
  );
}
