import { Hono } from "hono";
import type { CallbackQueue } from "../../types/callback-queue.ts";
import type { CallbackAcceptance } from "../callbacks/callback-policy.ts";
import { limitRate } from "../limit-requests.ts";
import { refuseParameters } from "../query.ts";
import {
  authenticate,
  type CallerCheck,
  type CallerVariables,
} from "./authenticate.ts";
import { createConversationRoutes } from "./conversation-routes.ts";
import { createDeliveryRoutes } from "./delivery-routes.ts";
import {
  createMessageRoutes,
  sendMessage,
  type MessageRoutesOptions,
} from "./message-routes.ts";
import {
  createScheduledRoutes,
  type ScheduledRoutesOptions,
} from "./scheduled-routes.ts";

export interface ApiRoutesOptions
  extends
    MessageRoutesOptions,
    Pick<ScheduledRoutesOptions, "schedules" | "timeZone"> {
  readonly callerCheck: CallerCheck;
  readonly callbacks: {
    readonly accept: CallbackAcceptance;
    readonly queue: CallbackQueue;
  };
}

/** `/v1`: authenticated routes for messages, deliveries and conversations. */
export function createApiRoutes({
  callerCheck,
  callbacks: { accept, queue },
  ...options
}: ApiRoutesOptions): Hono<CallerVariables> {
  const { archive, index, callerLimits } = options;
  const routes = new Hono<CallerVariables>();
  const limit = limitRate(callerLimits);
  routes.post(
    "/messages",
    authenticate(callerCheck, { takesSignatures: true }),
    limit,
    refuseParameters(),
    sendMessage({ ...options, acceptCallback: accept }),
  );
  routes.use("*", authenticate(callerCheck, { takesSignatures: false }), limit);
  routes.route("/messages", createMessageRoutes(options));
  routes.route(
    "/messages",
    createDeliveryRoutes({ archive, index, callbacks: queue }),
  );
  routes.route(
    "/scheduled-messages",
    createScheduledRoutes({ ...options, acceptCallback: accept }),
  );
  routes.route(
    "/conversations",
    createConversationRoutes({ archive, index, callbacks: queue }),
  );
  return routes;
}
