import { Hono, type Context } from "hono";
import * as z from "zod";
import type { Archive } from "../../types/archive.ts";
import {
  TURN_OUTCOMES,
  type IndexedTurn,
  type TurnIndex,
  type TurnPlace,
  type TurnQuery,
} from "../../types/turn-index.ts";
import { problemResponse } from "../problems.ts";
import { parseQuery } from "../query.ts";
import { toTurnBody, toUsageBody } from "./bodies.ts";
import { PageSize, Thumb } from "./conversation-routes.ts";
import { Cursor, toCursor } from "./cursors.ts";
import type { ConsoleVariables, Recorder } from "./operators.ts";
import { toCsv } from "./to-csv.ts";

const filters = {
  channel: z.string().max(64).optional(),
  /** Default: those without an answer, or all that are rated. */
  outcome: z
    .string()
    .transform((text) => text.split(","))
    .pipe(
      z.array(
        z.enum(TURN_OUTCOMES, `must be some of ${TURN_OUTCOMES.join(",")}`),
      ),
    )
    .optional(),
  thumb: Thumb.optional(),
};

const ListQuery = z.object({
  ...filters,
  limit: PageSize.default(50),
  cursor: Cursor.optional(),
});

const ExportQuery = z.object({
  ...filters,
  format: z.enum(["csv", "json"], "must be csv or json").default("csv"),
});

const Day = z.iso.date("must be a day like 2026-11-28");

const UsageQuery = z.object({ from: Day.optional(), to: Day.optional() });

const DAY_MS = 86_400_000;
const MAX_DAYS = 92;
const DEFAULT_DAYS = 30;

/** Rows of an export, whose texts are read one by one. */
const MAX_EXPORTED = 500;
const READ_AT_A_TIME = 10;

interface QuestionRoutesOptions {
  readonly turnIndex: TurnIndex;
  readonly archive: Pick<Archive, "findTurn">;
  readonly showsTexts: boolean;
  readonly record: Recorder;
  readonly now?: () => number;
}

/** `/console/api/questions`, with exports, and `/console/api/usage`. */
export function createQuestionRoutes({
  turnIndex,
  archive,
  showsTexts,
  record,
  now = Date.now,
}: QuestionRoutesOptions): Hono<ConsoleVariables> {
  const routes = new Hono<ConsoleVariables>();

  routes.get("/questions", async (context) => {
    const query = parseQuery(context.req.raw, ListQuery);
    if (query.kind === "refused") return problemResponse(query.problem);
    const { limit, cursor, ...filter } = query.value;
    const page = await turnIndex.list({
      ...toTurnQuery(filter),
      limit,
      ...(cursor !== undefined && { before: cursor }),
    });
    return context.json({
      questions: page.turns.map(toTurnBody),
      next: page.next === undefined ? null : toCursor(page.next),
    });
  });

  routes.get("/questions/export", async (context) => {
    const query = parseQuery(context.req.raw, ExportQuery);
    if (query.kind === "refused") return problemResponse(query.problem);
    const { format, ...filter } = query.value;
    await record(context, "export");
    const turns = await collect(turnIndex, toTurnQuery(filter));
    const rows = showsTexts
      ? await withQuestions(turns, archive)
      : turns.map(toTurnBody);
    context.header(
      "content-disposition",
      `attachment; filename="questions.${format}"`,
    );
    return format === "json"
      ? context.json({ questions: rows })
      : sendCsv(context, toCsv(rows));
  });

  routes.get("/usage", async (context) => {
    const query = parseQuery(context.req.raw, UsageQuery);
    if (query.kind === "refused") return problemResponse(query.problem);
    const today = Math.floor(now() / DAY_MS) * DAY_MS;
    const to = toTime(query.value.to) ?? today;
    const earliest = to - (MAX_DAYS - 1) * DAY_MS;
    const from = toTime(query.value.from) ?? to - (DEFAULT_DAYS - 1) * DAY_MS;
    const first = Math.max(from, earliest);
    const sums = await turnIndex.sum({ from: first, to: to + DAY_MS });
    const days = sums.toSorted(
      (one, other) =>
        other.day - one.day ||
        one.channel.localeCompare(other.channel) ||
        one.model.localeCompare(other.model),
    );
    return context.json({
      from: new Date(first).toISOString().slice(0, 10),
      to: new Date(to).toISOString().slice(0, 10),
      usage: days.map(toUsageBody),
    });
  });

  return routes;
}

function sendCsv(context: Context, text: string): Response {
  return context.body(text, 200, { "content-type": "text/csv; charset=utf-8" });
}

function toTurnQuery({
  channel,
  thumb,
  outcome = thumb === undefined ? ["failed", "waiting"] : undefined,
}: z.infer<z.ZodObject<typeof filters>>): Omit<TurnQuery, "limit"> {
  return {
    ...(outcome !== undefined && { outcomes: outcome }),
    ...(channel !== undefined && { channel }),
    ...(thumb !== undefined && { thumb }),
  };
}

async function collect(
  turnIndex: TurnIndex,
  query: Omit<TurnQuery, "limit">,
): Promise<readonly IndexedTurn[]> {
  const turns: IndexedTurn[] = [];
  let before: TurnPlace | undefined;
  do {
    const page = await turnIndex.list({
      ...query,
      limit: MAX_EXPORTED - turns.length,
      ...(before !== undefined && { before }),
    });
    turns.push(...page.turns);
    before = page.next;
  } while (before !== undefined && turns.length < MAX_EXPORTED);
  return turns;
}

async function withQuestions(
  turns: readonly IndexedTurn[],
  archive: Pick<Archive, "findTurn">,
) {
  const rows: (ReturnType<typeof toTurnBody> & {
    question: string;
    reason: string;
  })[] = [];
  for (let first = 0; first < turns.length; first += READ_AT_A_TIME) {
    const some = turns.slice(first, first + READ_AT_A_TIME);
    const read = await Promise.all(some.map((turn) => archive.findTurn(turn)));
    for (const [place, turn] of some.entries())
      rows.push({
        ...toTurnBody(turn),
        question: read[place]?.message.text ?? "",
        reason: read[place]?.rating?.reason ?? "",
      });
  }
  return rows;
}

function toTime(day: string | undefined): number | undefined {
  return day === undefined ? undefined : Date.parse(day);
}
