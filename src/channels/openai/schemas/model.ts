import * as z from "zod";

export const Model = z
  .object({
    id: z.string().meta({ examples: ["parley"] }),
    object: z.literal("model"),
    created: z.int(),
    owned_by: z.string(),
  })
  .meta({ id: "Model", description: "What answers." });

export const ModelList = z
  .object({ object: z.literal("list"), data: z.array(Model) })
  .meta({ id: "ModelList", description: "One: Parley." });

export type Model = Readonly<z.infer<typeof Model>>;
export type ModelList = Readonly<z.infer<typeof ModelList>>;
