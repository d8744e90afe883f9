import * as z from "zod";
import { InstructionsText } from "../../instructions-text.ts";
import { MetadataName, MetadataText, NO_METADATA } from "./metadata.ts";

/** The body of `PATCH /v1/conversations/{id}`, a JSON merge patch (RFC 7396). */
export const SettingsPatchBody = z
  .strictObject({
    instructions: InstructionsText.nullable()
      .meta({
        description:
          "What the bot is told to do in this conversation, behind its own instructions; at most 8,000 characters. `null` removes them.",
        examples: ["You talk to a customer of the tier gold. Be formal."],
      })
      .optional(),
    metadata: z
      .record(MetadataName, MetadataText.nullable(), NO_METADATA)
      .nullable()
      .meta({
        description:
          "Labels of your own for the conversation, shown to nobody else: at most 16 in all. Those that you send are merged into those there are; `null` removes one, and instead of the object all.",
        examples: [{ tier: "gold", ticket: null }],
      })
      .optional(),
  })
  .meta({
    id: "SettingsPatch",
    description: "What is to be changed of a conversation's settings.",
  });
