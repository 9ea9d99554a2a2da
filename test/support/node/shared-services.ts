import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Base URL of the process that runs the shared services of test files. */
    sharedServices: string;
  }
}

/**
 * Starts the process that runs the services of all test files, and ends it after the last. The process starts each service when
 * the first file asks for it. It is separate because wrangler's options, once read, would keep the workerd of the Worker's tests
 * from trusting the certificate of their mail catcher.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const child = fork(fileURLToPath(new URL("shared-services-process.ts", import.meta.url)));
  const ended = once(child, "exit");
  const [url] = (await Promise.race([once(child, "message"), ended])) as [unknown];
  if (typeof url !== "string") throw new Error("the process of the shared services ended before it was ready");
  project.provide("sharedServices", url);
  return async () => {
    if (child.connected) child.disconnect();
    await ended;
  };
}
