import * as z from "zod";
import {
  describeFields,
  looseFields,
  looseList,
  looseText,
  toText,
  type Fields,
} from "./read-fields.ts";
import type { SearchResult } from "./search-provider.ts";

/** Entries per block above the pages. */
const MAX_ENTRIES = 3;

/**
 * A list, or an object that contains one: `local_results.places`,
 * `jobs_results.jobs`.
 */
const block = z
  .union([
    z.array(z.unknown()),
    z
      .record(z.string(), z.unknown())
      .transform((fields): unknown =>
        Object.values(fields).find((value) => Array.isArray(value)),
      ),
  ])
  .pipe(looseList(z.record(z.string(), z.unknown())))
  .catch([]);

/**
 * Fields of an answer that hold blocks, e.g. https://serpapi.com/local-results.
 * Google shows the first four above the pages.
 */
export const serpapiBlocks = {
  sports_results: looseFields,
  events_results: block,
  local_results: block,
  jobs_results: block,
  top_stories: block,
  news_results: block,
  questions_and_answers: block,
  related_questions: block,
  shopping_results: block,
  top_sights: block,
  popular_destinations: block,
};

type Blocks = z.output<z.ZodObject<typeof serpapiBlocks>>;

/** Reads the results of the blocks above and below the pages. */
export function readBlocks(blocks: Blocks) {
  const above = [
    blocks.events_results,
    blocks.local_results,
    blocks.jobs_results,
  ].flatMap((entries) => entries.slice(0, MAX_ENTRIES));
  const below = [
    blocks.top_stories,
    blocks.news_results,
    blocks.questions_and_answers,
    blocks.related_questions,
    blocks.shopping_results,
    blocks.top_sights,
    blocks.popular_destinations,
  ].flat();
  return {
    above: [...sportsToResults(blocks.sports_results), ...above.map(toResult)],
    below: below.map(toResult),
  };
}

/** `related_questions` also have the title of a page. */
const TITLES = ["question", "title", "name"];
const TEXTS = ["snippet", "answer", "description"];
const ADDRESSES = ["link", "website"];

/** A place, an event, a job, a question, a product or a story. */
function toResult(entry: Fields): SearchResult {
  const first = (names: readonly string[]): string =>
    names.map((name) => toText(entry[name])).find((text) => text !== "") ?? "";
  // An event's date is an object: `{ "start_date": "Dec 5", "when": "Fri, Dec
  // 5, 7 PM" }`.
  const when = toText(looseFields.parse(entry["date"])?.["when"]);
  const facts = describeFields(entry, {
    omit: [...TITLES, ...TEXTS, ...ADDRESSES, "position", "date"],
  });
  return {
    title: first(TITLES),
    // Facts first: the text may be long and is cut.
    text: [when, facts, first(TEXTS)].filter((part) => part !== "").join(". "),
    url:
      first(ADDRESSES) ||
      toText(looseFields.parse(entry["links"])?.["website"]),
    date: toText(entry["date"]),
  };
}

const MAX_GAMES = 4;

const game = z.object({
  league: looseText,
  stage: looseText,
  status: looseText,
  date: looseText,
  time: looseText,
  teams: looseList(z.object({ name: z.string(), score: looseText })),
});

/**
 * https://serpapi.com/sports-results: a team's rank, the current game and those
 * around it.
 */
function sportsToResults(sports: Fields = {}): SearchResult[] {
  const spotlight = looseList(game).parse([sports["game_spotlight"]]);
  const games = looseList(game).parse(sports["games"]);
  const lines = [...spotlight, ...games]
    .filter(({ teams }) => teams.length > 0)
    .slice(0, MAX_GAMES)
    .map(({ teams, ...about }) => {
      const sides = teams.map(({ name, score = "" }) => `${name} ${score}`);
      const facts = Object.values(about).filter((fact) => fact !== undefined);
      return `${sides.map((side) => side.trim()).join(" – ")} (${facts.join(", ")})`;
    });
  const facts = describeFields(sports, { omit: ["title", "games"] });
  const text = [facts, ...lines].filter((part) => part !== "").join("; ");
  return text === "" ? [] : [{ title: toText(sports["title"]), text }];
}
