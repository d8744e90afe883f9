import { Hono, type Context, type Handler } from "hono";
import { plan } from "../../schedules/plan.ts";
import { SCHEDULE_PROBLEMS } from "../../schedules/problems.ts";
import { isRelative, readWhen } from "../../schedules/read-when.ts";
import type { MessageIndex } from "../../types/archive.ts";
import type {
  NewSchedule,
  Schedule,
  ScheduleProblem,
  Schedules,
} from "../../types/schedule.ts";
import type { CallbackAcceptance } from "../callbacks/callback-policy.ts";
import { readJson } from "../json-body.ts";
import {
  problemResponse,
  refuseField,
  UNKNOWN_MESSAGE,
  type Reading,
} from "../problems.ts";
import { parseQuery, refuseParameters } from "../query.ts";
import type { CallerVariables } from "./authenticate.ts";
import { checkId, chooseId, conversationId, nameOf, toMessage } from "./ids.ts";
import {
  ScheduledMessageBody,
  ScheduledQuery,
  type CancelledMessage,
  type ScheduledMessage,
  type ScheduledMessageList,
} from "./schemas/scheduled.ts";
import { idempotencyMismatch } from "./take-message.ts";

export interface ScheduledRoutesOptions {
  readonly schedules: Schedules;
  readonly index: Pick<MessageIndex, "note">;
  readonly acceptCallback: CallbackAcceptance;
  /** Of the deployment. */
  readonly timeZone: string;
  readonly now?: () => number;
}

/** `/v1/scheduled-messages`: make, list, show and cancel them. */
export function createScheduledRoutes(
  options: ScheduledRoutesOptions,
): Hono<CallerVariables> {
  const { schedules } = options;
  const routes = new Hono<CallerVariables>();
  routes.use("/:id/*", checkId(UNKNOWN_MESSAGE));
  routes.post("/", refuseParameters(), scheduleMessage(options));

  routes.get("/", async (context) => {
    const found = await findIn(context, schedules);
    if (found.kind === "refused") return problemResponse(found.problem);
    const list = found.value.map(toBody);
    return context.json({
      scheduled_messages: list,
    } satisfies ScheduledMessageList);
  });

  routes.get("/:id", async (context) => {
    const found = await findIn(context, schedules);
    if (found.kind === "refused") return problemResponse(found.problem);
    const id = context.req.param("id");
    const schedule = found.value.find((one) => one.id === id);
    return schedule === undefined
      ? problemResponse(UNKNOWN_MESSAGE)
      : context.json(toBody(schedule));
  });

  routes.delete("/:id", async (context) => {
    const query = parseQuery(context.req.raw, ScheduledQuery);
    if (query.kind === "refused") return problemResponse(query.problem);
    const id = context.req.param("id");
    const { caller } = context.var;
    const conversation = conversationId(caller, query.value.conversation);
    return (await schedules.cancelSchedule(conversation, id))
      ? context.json({ id, status: "cancelled" } satisfies CancelledMessage)
      : problemResponse(UNKNOWN_MESSAGE);
  });

  return routes;
}

async function findIn(
  context: Context<CallerVariables>,
  schedules: Schedules,
): Promise<Reading<readonly Schedule[]>> {
  const query = parseQuery(context.req.raw, ScheduledQuery);
  if (query.kind === "refused") return query;
  const { caller } = context.var;
  const conversation = conversationId(caller, query.value.conversation);
  const value = await schedules.listSchedules(conversation);
  return { kind: "read", value };
}

function scheduleMessage({
  schedules,
  index,
  ...options
}: ScheduledRoutesOptions): Handler<CallerVariables> {
  return async (context) => {
    const { caller: owner } = context.var;
    const reading = await readSchedule(context, options);
    if (reading.kind === "refused") return problemResponse(reading.problem);
    const { added } = reading.value;
    const made = await schedules.schedule(added);
    if (made.kind === "full") return refuseWith("full", "/conversation");
    if (made.kind === "ended")
      return problemResponse(
        refuseField("/id", "was used by one that has ended; use a new id")
          .problem,
      );
    const differences = findDifferences(made.schedule, reading.value);
    if (differences.length > 0)
      return problemResponse(idempotencyMismatch(differences));
    await index.note({ owner, conversation: added.to.conversation });
    return context.json(
      toBody(made.schedule),
      made.kind === "scheduled" ? 201 : 200,
    );
  };
}

interface Sent {
  readonly added: NewSchedule;
  /** See `isRelative`. */
  readonly hasRelativeTime: boolean;
}

async function readSchedule(
  context: Context<CallerVariables>,
  {
    acceptCallback,
    timeZone: ownZone,
    now = Date.now,
  }: Omit<ScheduledRoutesOptions, "schedules" | "index">,
): Promise<Reading<Sent>> {
  const { caller } = context.var;
  const request = context.req.raw;
  const body = await readJson(request, ScheduledMessageBody);
  if (body.kind === "refused") return body;
  const given = body.value;
  const choice = chooseId({
    headers: request.headers,
    bodyId: given.id,
    createId: () => `scheduled_${crypto.randomUUID()}`,
  });
  if (choice.kind === "refused") return choice;
  const id = choice.value;
  const callback =
    given.callback_url === undefined
      ? undefined
      : await acceptCallback(given.callback_url, caller);
  if (callback?.kind === "refused") return callback;
  const clock = { timeZone: given.time_zone ?? ownZone, now: now() };
  const read = readWhen(given.at, clock);
  if (read === undefined || read.rest !== "")
    return refuseProblem("when-unreadable");
  const planned = await plan({
    when: read.when,
    repeat: given.repeat,
    ...clock,
  });
  if (planned.kind === "refused") return refuseProblem(planned.problem);
  const { conversation, channel, author, replyTo } = toMessage({
    ...given,
    id,
    caller,
  });
  const added: NewSchedule = {
    id,
    kind: given.kind ?? "text",
    text: given.text,
    ...planned.timing,
    due: planned.due,
    to: {
      conversation,
      channel,
      author: given.time_zone
        ? { ...author, timeZone: given.time_zone }
        : author,
      replyTo,
      ...(callback && { callbackUrl: callback.url }),
      ...(given.metadata && { metadata: given.metadata }),
    },
  };
  const hasRelativeTime = isRelative(given.at);
  return { kind: "read", value: { added, hasRelativeTime } };
}

function refuseProblem(problem: ScheduleProblem) {
  const pointer = /repeat|often|never/.test(problem) ? "/repeat" : "/at";
  return refuseField(pointer, describe(problem));
}

/** As a clause that follows the field's name. */
function describe(problem: ScheduleProblem): string {
  return `cannot be used. ${SCHEDULE_PROBLEMS.en[problem]}`;
}

function refuseWith(problem: ScheduleProblem, pointer: string): Response {
  return problemResponse(refuseField(pointer, describe(problem)).problem);
}

/** JSON pointers into the body. */
function findDifferences(
  stored: Schedule,
  { added, hasRelativeTime }: Sent,
): readonly string[] {
  const before = toFields(stored, hasRelativeTime);
  const now = toFields(added, hasRelativeTime);
  return Object.keys(now).filter((pointer) => before[pointer] !== now[pointer]);
}

/** Without the times that another `now` would change. */
function toFields(
  { kind, text, start, timeZone, rule, to }: NewSchedule,
  hasRelativeTime: boolean,
): Readonly<Record<string, unknown>> {
  return {
    "/kind": kind,
    "/text": text,
    "/at": hasRelativeTime ? undefined : start,
    "/time_zone": timeZone,
    "/repeat": hasRelativeTime ? rule?.replace(/;UNTIL=.*/, "") : rule,
    "/user": to.author.id,
    "/callback_url": to.callbackUrl,
    "/metadata": JSON.stringify(to.metadata ?? {}),
  };
}

function toBody({
  id,
  kind,
  text,
  due,
  timeZone,
  rule = null,
  ...schedule
}: Omit<Schedule, "rule"> & { rule?: string | null }): ScheduledMessage {
  return {
    id,
    conversation: nameOf(schedule.to),
    kind,
    text,
    next_at: new Date(due).toISOString(),
    time_zone: timeZone,
    repeat: rule,
  };
}
