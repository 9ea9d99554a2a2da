import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** The engine reads the city database before it is ready, which takes seconds on a busy machine. Milliseconds. */
const READY_WITHIN_MS = 60_000;
/** Timeout of a graceful stop, longer than the drain time of any test. Milliseconds. */
const STOPS_WITHIN_MS = 15_000;

/** Ends the engine when the pipe to this process closes, so that a killed test run leaves no engines behind. */
const END_WITH_PARENT = `
  import { isMainThread } from "node:worker_threads";
  if (isMainThread) process.stdin.on("end", () => process.exit(1)).resume().unref();`;

export interface EngineOptions {
  readonly secret?: string;
  /** File of the embedded store; in memory by default. */
  readonly storePath?: string;
  /** Environment variables, which take precedence over those below. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface EngineProcess {
  /** `host:port` for native gRPC. */
  readonly grpcAddress: string;
  /** Base URL for gRPC-Web and `GET /healthz`. */
  readonly grpcWebUrl: string;
  /** `http://…/metrics`. */
  readonly metricsUrl: string;
  readonly secret: string;
  readonly pid: number;
  /** Log lines so far. */
  logs(): string;
  /** Sends SIGTERM, later SIGKILL; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Sends a signal and resolves when the process has ended; SIGSTOP and SIGCONT resolve immediately. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

interface ReadyLine {
  readonly grpc_port: number;
  readonly grpc_web_port: number;
  readonly metrics_port: number;
}

function readyLine(child: ChildProcess, logs: () => string): Promise<ReadyLine> {
  return new Promise((resolve, reject) => {
    let output = "";
    const timer = setTimeout(() => reject(new Error(`engine not ready in time\n${logs()}`)), READY_WITHIN_MS);
    child.stdout?.on("data", (chunk: Buffer) => {
      output += chunk;
      const line = output.split("\n").find((one) => one.includes('"msg":"ready"'));
      if (line === undefined || !output.includes("\n")) return;
      clearTimeout(timer);
      resolve(JSON.parse(line));
    });
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`engine ended with ${code} before it was ready\n${logs()}`));
    });
  });
}

/** Starts an engine on free loopback ports and waits until it is ready. The caller stops it. */
export async function startEngine(options: EngineOptions = {}): Promise<EngineProcess> {
  const secret = options.secret ?? "a-secret-for-tests-of-at-least-32-bytes";
  const child = spawn(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(END_WITH_PARENT)}`, "scoring-engine/main.ts"],
    {
      cwd: ROOT,
      stdio: ["pipe", "pipe", "pipe"],
      env: {
        PATH: process.env.PATH,
        // Without it, each of some forty engines of a test run compiles the same code.
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        HOST: "127.0.0.1",
        GRPC_PORT: "0",
        GRPC_WEB_PORT: "0",
        METRICS_PORT: "0",
        SCORING_ENGINE_SECRET: secret,
        STORE_PATH: options.storePath ?? ":memory:",
        DRAIN_MS: "0",
        ...options.env,
      },
    },
  );
  let logText = "";
  child.stderr.on("data", (chunk: Buffer) => {
    logText += chunk;
  });
  const logs = (): string => logText;
  const ready = await readyLine(child, logs);
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    if (hasEnded()) return;
    const ended = once(child, "exit");
    child.kill(signal);
    if (signal !== "SIGSTOP" && signal !== "SIGCONT") await ended;
  };
  return {
    grpcAddress: `127.0.0.1:${ready.grpc_port}`,
    grpcWebUrl: `http://127.0.0.1:${ready.grpc_web_port}`,
    metricsUrl: `http://127.0.0.1:${ready.metrics_port}/metrics`,
    secret,
    pid: child.pid ?? 0,
    logs,
    kill,
    async stop() {
      const force = setTimeout(() => child.kill("SIGKILL"), STOPS_WITHIN_MS);
      await kill("SIGTERM");
      clearTimeout(force);
      return child.exitCode;
    },
  };
}
