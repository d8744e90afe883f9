import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const FOLDER = ".github/workflows";

const workflows = readdirSync(FOLDER).map((name) => {
  const text = readFileSync(`${FOLDER}/${name}`, "utf8");
  const [head = "", body = ""] = text.split(/^jobs:\n/m);
  // Each job begins with its name, indented by two spaces.
  const jobs = body
    .split(/^(?= {2}[\w-]+:\n)/m)
    .filter((part) => /^ {2}[\w-]+:/.test(part));
  return { name, head, jobs };
});

describe.each(workflows)("the workflow $name", ({ head, jobs }) => {
  it("allows its jobs nothing but what they ask for", () => {
    expect(head).toMatch(/^permissions: \{\}$/m);
    expect(jobs.length).toBeGreaterThan(0);
    for (const job of jobs)
      expect(job).toMatch(/^ {4}permissions:\n {6}contents: (?:read|write)\n/m);
  });

  it("pins actions by hash, and runs only GitHub's", () => {
    const used = jobs.flatMap((job) => job.match(/uses: .*/g) ?? []);
    for (const action of used)
      expect(action).toMatch(
        /^uses: actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/,
      );
  });

  it("runs no code of the repository or of packages in a job that may write", () => {
    for (const job of jobs.filter((one) => one.includes(": write")))
      expect(job).not.toMatch(/checkout|\b(?:npm|npx|node|\.ci)\b/);
  });

  it("leaves no credentials to the steps after a checkout", () => {
    for (const job of jobs.filter((one) => one.includes("actions/checkout@")))
      expect(job).toContain("persist-credentials: false");
  });
});
