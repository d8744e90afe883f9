import type { Config } from "../config/parse-config.ts";
import { notifyOperators } from "../conversation/deliver/notices.ts";
import type { EventTelling } from "../conversation/reports.ts";
import type { Told } from "../http/callbacks/callback-event.ts";
import {
  createCallbackAcceptance,
  createCallbackPolicy,
  type CallbackAcceptance,
  type CallbackPolicy,
} from "../http/callbacks/callback-policy.ts";
import {
  createCallbackSender,
  createEventSender,
  type CallbackSender,
} from "../http/callbacks/callback-senders.ts";
import {
  createEventQueue,
  type Audiences,
} from "../http/callbacks/create-event-queue.ts";
import {
  failAttempt,
  type CallbackAttempt,
} from "../http/callbacks/post-signed.ts";
import { createTimeLimit } from "../runtime/abort.ts";
import type { CallbackQueue } from "../types/callback-queue.ts";
import type { Channels } from "../types/channel.ts";
import { DeliveryError } from "../types/errors.ts";
import { EVENT_TYPES, type EventType } from "../types/event.ts";
import { USER_AGENT } from "./create-agents.ts";

export interface CallbackParts {
  readonly policy: CallbackPolicy;
  readonly accept: CallbackAcceptance;
  readonly send: CallbackSender;
}

/** @param findChannel of the chat in which operators are told of events */
export function createCallbackParts(
  config: Config,
  findChannel: Channels["find"],
): CallbackParts {
  const policy = createDeploymentPolicy(config);
  const sendCallback = createCallbackSender({ policy, userAgent: USER_AGENT });
  const sendEvent = createToldEventSender(config, findChannel);
  return {
    policy,
    accept: createCallbackAcceptance(policy),
    send: (told) =>
      told.kind === "turn" ? sendCallback(told) : sendEvent(told),
  };
}

export function createDeploymentPolicy({
  webhook,
  secret,
  developmentToken,
}: Pick<Config, "webhook" | "secret" | "developmentToken">): CallbackPolicy {
  const { keys, signingSecrets, callbacks } = webhook;
  return createCallbackPolicy({
    hosts: callbacks.hosts,
    isDevelopment: developmentToken !== undefined,
    signing: {
      callers: [...keys, ...signingSecrets].map(({ name }) => name),
      own: callbacks.secrets,
      deploymentSecret: secret,
    },
  });
}

const NOTIFY_MS = 10_000;

function audiencesOf({ events }: Pick<Config, "events">): Audiences {
  return {
    ...(events.receiver && { receiver: events.types }),
    ...(events.notified && { operators: ["conversation.needs_human"] }),
  };
}

/** What anybody is told of, in the catalogue's order. */
export function eventTypesOf(
  config: Pick<Config, "events">,
): readonly EventType[] {
  const wanted = Object.values(audiencesOf(config)).flat();
  return EVENT_TYPES.filter((type) => wanted.includes(type));
}

export function createEventTelling(
  config: Pick<Config, "events">,
  callbacks: Pick<CallbackQueue, "enqueue">,
): EventTelling {
  return {
    types: eventTypesOf(config),
    queue: createEventQueue(callbacks, audiencesOf(config)),
  };
}

type EventSender = CallbackSender<Extract<Told, { kind: "event" }>>;

/** Sends events to the receiver, and to the chat of operators. */
export function createToldEventSender(
  { events: { receiver, notified }, publicUrl }: Config,
  findChannel: Channels["find"],
): EventSender {
  const send = createEventSender({ receiver, userAgent: USER_AGENT });
  const notify: EventSender = async ({ callback, found }) => {
    if (notified === undefined)
      return failAttempt("HANDOVER_NOTIFY is not set.");
    using time = createTimeLimit({ ms: NOTIFY_MS });
    try {
      await notifyOperators(found, {
        ...callback,
        to: notified.to,
        channel: await findChannel(notified.channel),
        consoleUrl: publicUrl && `${publicUrl}/console`,
        signal: time.signal,
      });
      return {
        kind: "delivered",
        answer: { kind: "answered", statusCode: 200 },
      };
    } catch (error) {
      return toAttempt(error);
    }
  };
  return (told) => (told.callback.to === "receiver" ? send : notify)(told);
}

function toAttempt(error: unknown): CallbackAttempt {
  if (!(error instanceof DeliveryError))
    return failAttempt("HANDOVER_NOTIFY: the chat could not be written to.");
  const { kind, retryAfterMs } = error;
  return failAttempt(`HANDOVER_NOTIFY: the chat is ${kind}.`, retryAfterMs);
}
