import { createAnswer } from "../stub/answer.ts";
import { QUESTION } from "../stub/replies.ts";

/** A question and the model stub's answer. */
export interface Case {
  readonly question: string;
  readonly answer: string;
}

const PROSE = createAnswer(180);

const LONG_SENTENCES =
  `If you want to run a small theatre in a town where most people have never been to one, and where the
only hall that is free on a Saturday evening belongs to a school which needs it back, cleaned and aired, by eight on Monday
morning, then the first thing that you should settle, well before you think about actors, posters or the bar, is who will
carry the chairs, since four hundred and eight of them weigh about two tonnes and take two people the better part of an
afternoon, which nobody remembers when the season is planned, and everybody remembers when the lights go out and the audience
has gone home, and the second thing, which follows from the first, is where those chairs will stay until the next time, because
a shed that is dry in June may well be under water in November, and chairs that were wet once will creak for ever after, to
the delight of nobody but the critics.`.replaceAll("\n", " ");

const CHINESE =
  `如果你打算在一个小镇上开办一家只有四百个座位左右的小剧院，那么首先应该考虑的是观众从哪里来、票价定在多少才合适、
淡季的时候怎样才能不亏本，然后再去想舞台、灯光和演员的事情，因为没有观众的剧院再漂亮也撑不过第一个冬天，而有了稳定的观众，
哪怕舞台简陋一些，大家也会愿意一次又一次地回来。其次，要和附近的学校、茶馆、书店建立联系，请他们帮忙贴海报，作为回报，
可以给他们的客人打折。最后，每一场演出结束以后都要问一问观众的意见，把好的和不好的都记下来，下一季的节目就从这些意见里来。`.replaceAll(
    "\n",
    "",
  );

const CODE = `\`\`\`python
def seats(rows, per_row, spare=0.05):
    """Count the seats of a hall, with a margin for breakage."""
    total = rows * per_row
    return total + round(total * spare)


def income(rows, per_row, price, sold=0.8):
    """Estimate what an evening brings in."""
    return rows * per_row * sold * price


for rows in range(8, 16):
    print(rows, seats(rows, 34), income(rows, 34, price=12))
\`\`\`

Call \`seats\` with the rows of your hall and the seats of each; the margin is five in a hundred unless you say otherwise.`;

export const CASES: Readonly<Record<string, Case>> = {
  "short sentences": {
    question: "How do I seat a small theatre?",
    answer: PROSE,
  },
  "a long sentence": {
    question: "How do I run a small theatre?",
    answer: LONG_SENTENCES,
  },
  Chinese: { question: "怎样开办一家小剧院？", answer: CHINESE },
  code: {
    question: "Write a program that counts seats.",
    answer: CODE,
  },
  "after a tool call": { question: QUESTION, answer: PROSE },
};
