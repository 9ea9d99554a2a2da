import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

export interface RedisServer {
  readonly url: string;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** Starts Debian's redis-server on a free port of the loopback, without persistence. Rejects when it is not installed. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn("redis-server", args, { stdio: ["ignore", "pipe", "ignore"] });
  await new Promise<void>((resolve, reject) => {
    let output = "";
    child.once("error", (cause) =>
      reject(new Error("redis-server must be installed (Debian: redis-server)", { cause })),
    );
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
