import { describe, expect, it } from "vitest";
import {
  Activity,
  parseActivity,
} from "../../../src/channels/teams/parse-activity.ts";
import { createActivity, TEAMS_BOT } from "../../fixtures/teams-activities.ts";

const read = (more: object) =>
  parseActivity(
    Activity.parse(
      createActivity("https://smba.trafficmanager.net/amer/", more),
    ),
  );
const html = (content: string) => ({
  attachments: [{ contentType: "text/html", content }],
});
const REPLY = `<blockquote itemscope itemtype="http://schema.skype.com/Reply" itemid="1649">
<strong itemprop="mri" itemid="8:orgid:7faf8bde">Bo</strong><span itemprop="time" itemid="1649"></span>
<p itemprop="preview">It broke &amp; burnt.</p></blockquote><p>Is it fixed?</p>`;
const FORWARD =
  '<blockquote itemscope="" itemtype="http://schema.skype.com/Forward" itemid="1"><p>It broke.<br>Twice.</p></blockquote>';
const quotedReply = (more: object = {}) => ({
  type: "quotedReply",
  quotedReply: {
    messageId: "1649",
    senderId: "29:bo",
    senderName: "Bo",
    preview: "It broke.",
    time: "1772050244572",
    ...more,
  },
});

/** What an activity has, and what its message refers to. */
const REFERENCES: Readonly<
  Record<string, [activity: object, message: object]>
> = {
  "a quoted reply": [
    {
      text: '<quoted messageId="1649"/> Is it fixed?',
      entities: [quotedReply()],
    },
    {
      text: "Is it fixed?",
      quoted: { text: "It broke.", author: { id: "29:bo", name: "Bo" } },
      quotedId: "1649",
    },
  ],
  "a quoted reply to the bot": [
    { entities: [quotedReply({ senderId: TEAMS_BOT.id })] },
    { quoted: { author: "bot" } },
  ],
  "a quoted reply to a deleted message": [
    {
      entities: [
        {
          type: "quotedReply",
          quotedReply: { messageId: "1649", isReplyDeleted: true },
        },
      ],
    },
    { quotedId: "1649" },
  ],
  "several quoted replies": [
    {
      entities: [
        quotedReply(),
        quotedReply({ senderName: "Cy", preview: "No." }),
      ],
    },
    { quoted: { text: "Bo: It broke.\n\nCy: No." } },
  ],
  "a reply, as clients write it in HTML": [
    { text: "Is it fixed?", ...html(REPLY) },
    {
      text: "Is it fixed?",
      quoted: {
        text: "It broke & burnt.",
        author: { id: "7faf8bde", name: "Bo" },
      },
      quotedId: "1649",
    },
  ],
  "the same reply in an entity and in HTML": [
    { entities: [quotedReply()], ...html(REPLY) },
    { quoted: { text: "It broke." } },
  ],
  "more quoted replies than anybody writes": [
    { entities: Array.from({ length: 11 }, () => quotedReply()) },
    { quoted: { text: Array(10).fill("Bo: It broke.").join("\n\n") } },
  ],
  "a forwarded message, as clients write it in HTML": [
    {
      text: "",
      ...html(FORWARD),
    },
    { text: "", forwarded: [{ text: "It broke.\nTwice." }] },
  ],
  "the same, to a bot that is not named": [
    { recipient: undefined, ...html(FORWARD) },
    {
      forwarded: [expect.not.objectContaining({ author: expect.anything() })],
    },
  ],
  "a card alone": [
    {
      text: undefined,
      attachments: [
        {
          contentType: "application/vnd.microsoft.card.adaptive",
          content: { body: [] },
        },
      ],
    },
    { text: "", attachments: [], isUnread: true },
  ],
  "an animation alone": [
    { text: "", ...html('<p><img src="https://a.example/x.gif"></p>') },
    { isUnread: true },
  ],
};

describe("an activity of Teams", () => {
  it.each(Object.entries(REFERENCES))("is read: %s", (_, [given, message]) => {
    expect(read(given)).toMatchObject(message);
  });

  it("refers to nothing if its HTML only copies the text, or is malformed", () => {
    const broken = REPLY.replace("</blockquote>", "");
    for (const content of [
      "<p>Hello</p>",
      broken,
      "<blockquote>x</blockquote>",
    ])
      expect(Object.keys(read(html(content)) ?? {})).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/quoted|forwarded/)]),
      );
  });

  it("is read in time, however its HTML is nested", () => {
    const quote = '<blockquote itemtype="http://schema.skype.com/Reply"> <';
    const message = read(html(quote.repeat(5_000)));
    expect(message?.text).toBe("Hello Parley");
  });
});
