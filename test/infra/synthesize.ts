import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Annotations, Match, Template } from "aws-cdk-lib/assertions";
import { createInfrastructure } from "../../infra/create-infrastructure.ts";
import type { StackOptions } from "../../infra/stack-options.ts";

/** A resource of a template, of any type. */
export interface Resource {
  readonly Type: string;
  readonly DeletionPolicy?: string;
  readonly Properties: Readonly<Record<string, unknown>>;
}

export interface Synthesis {
  readonly data: Template;
  readonly bot: Template;
  readonly isDataProtected: boolean;
  /** The CDK's warnings about the stacks. */
  readonly warnings: readonly string[];
}

/** Templates of a deployment with empty functions. */
export async function synthesize(
  overrides: Partial<StackOptions> = {},
): Promise<Synthesis> {
  const folder = await mkdtemp(join(tmpdir(), "parley-infra-"));
  for (const name of ["http", "worker"]) {
    await mkdir(join(folder, name));
    await writeFile(
      join(folder, name, "index.mjs"),
      "export const handler = 0;",
    );
  }
  const { data, bot } = createInfrastructure({
    name: "shop",
    settings: { parameter: "/shop/settings", version: 7 },
    maxConcurrency: 40,
    httpConcurrency: 80,
    logRetentionDays: 14,
    alarmEmail: "operator@example.com",
    codeFolder: folder,
    outputFolder: join(folder, "cdk.out"),
    ...overrides,
  });
  const synthesis = {
    data: Template.fromStack(data),
    bot: Template.fromStack(bot),
    isDataProtected: data.terminationProtection ?? false,
    warnings: [data, bot].flatMap((stack) =>
      Annotations.fromStack(stack)
        .findWarning("*", Match.anyValue())
        .map(({ entry }) => JSON.stringify(entry.data)),
    ),
  };
  await rm(folder, { recursive: true });
  return synthesis;
}

/** All resources of a type, with their logical ids. */
export function resourcesOf(
  template: Template,
  type: string,
): [string, Resource][] {
  return Object.entries(template.findResources(type)) as [string, Resource][];
}
