import * as z from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import {
  Model,
  ModelList,
} from "../../../src/channels/openai/schemas/answers.ts";
import { curl } from "../code-samples.ts";
import { problemResponses } from "../problem-responses.ts";

const MODEL = {
  id: "parley",
  object: "model",
  created: 0,
  owned_by: "parley",
} as const;

export const listModels: ZodOpenApiOperationObject = {
  operationId: "listModels",
  tags: ["openai"],
  summary: "List the models",
  description: "There is one: Parley.",
  responses: {
    "200": {
      description: "The models.",
      content: {
        "application/json": {
          schema: ModelList,
          example: { object: "list", data: [MODEL] },
        },
      },
    },
    ...problemResponses([]),
  },
  "x-codeSamples": [curl("List them", { path: "/openai/v1/models" })],
};

export const readModel: ZodOpenApiOperationObject = {
  operationId: "readModel",
  tags: ["openai"],
  summary: "Look at a model",
  description: "There is one: Parley.",
  requestParams: {
    path: z.object({
      id: z.string().meta({ description: "`parley`", examples: ["parley"] }),
    }),
  },
  responses: {
    "200": {
      description: "The model.",
      content: { "application/json": { schema: Model, example: MODEL } },
    },
    ...problemResponses(["unknown-model"]),
  },
  "x-codeSamples": [curl("Look at it", { path: "/openai/v1/models/parley" })],
};
