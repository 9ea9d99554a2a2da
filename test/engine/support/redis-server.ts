import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../../../testkit/free-port.ts";
import { requireProgram } from "../../../testkit/programs.ts";

export interface RedisServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts Redis on a free loopback port, without persistence. Rejects if it is not installed. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn(requireProgram("redis-server"), args, { stdio: ["ignore", "pipe", "ignore"] });
  await new Promise<void>((resolve, reject) => {
    let output = "";
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`redis-server ended with ${code}\n${output}`)));
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk;
      if (output.includes("Ready to accept connections")) resolve();
    });
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
