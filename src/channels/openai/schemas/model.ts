import * as z from "zod";

const KIND = "What kind of object it is.";

export const Model = z
  .object({
    id: z.string().meta({ description: "Its name.", examples: ["parley"] }),
    object: z.literal("model").meta({ description: KIND }),
    created: z.int().meta({ description: "Always 0.", examples: [0] }),
    owned_by: z
      .string()
      .meta({ description: "Whose it is.", examples: ["parley"] }),
  })
  .meta({ id: "Model", description: "What answers." });

export const ModelList = z
  .object({
    object: z.literal("list").meta({ description: KIND }),
    data: z.array(Model).meta({ description: "The models." }),
  })
  .meta({ id: "ModelList", description: "One: Parley." });

export type Model = Readonly<z.infer<typeof Model>>;
export type ModelList = Readonly<z.infer<typeof ModelList>>;
