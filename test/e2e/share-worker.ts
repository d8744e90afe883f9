import { inject } from "vitest";

// Each Parley started by a test runs the Worker that the project has built.
process.env["PARLEY_WORKER"] = inject("workerFolder");
