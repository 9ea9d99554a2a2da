import { createServer } from "node:net";
import { CliError } from "../cli-error.ts";

/** How many higher ports are tried to find one to propose. */
const PROPOSALS = 50;

/** @throws CliError naming the variable that sets the port, and a free port */
export async function requireFree(port: number, variable: string): Promise<void> {
  if (await isFree(port)) return;
  for (let next = port + 1; next <= port + PROPOSALS; next++) {
    if (!(await isFree(next))) continue;
    throw new CliError(
      `Port ${port} is in use. Set ${variable} to another one, such as: ${variable}=${next} npm run dev`,
    );
  }
  throw new CliError(`Port ${port} is in use. Set ${variable} to another one.`);
}

/** Whether a port of the loopback is free. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(true)));
  });
}
