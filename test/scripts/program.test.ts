import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { keepRunning, type Program, startProgram } from "../../scripts/dev/program.ts";
import { eventually } from "../support/eventually.ts";

/** Prints its own process ID and the ID of a child that ignores SIGTERM, and waits. */
const PARENT = `
  const { spawn } = require("node:child_process");
  const child = spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1e3)"]);
  console.log(JSON.stringify([process.pid, child.pid]));
  setInterval(() => {}, 1e3);
`;

describe("startProgram", () => {
  test("ends its child processes, however it ends itself", async () => {
    for (const end of [(program: Program) => program.stop(), (program: Program) => kill(program.pid)]) {
      const { program, pids } = await started();
      await end(program);
      await program.ended;
      await eventually(() => expect(pids.filter(isRunning)).toEqual([]));
    }
  });

  test("does not outlive its parent process, even a killed one", async () => {
    const module = JSON.stringify(new URL("../../scripts/dev/program.ts", import.meta.url).href);
    const options = `{ args: ["-e", ${JSON.stringify(PARENT)}], cwd: ".", env: process.env, onLine: console.log }`;
    const script = `import { startProgram } from ${module}; startProgram(${options}); setInterval(() => {}, 1e3);`;
    const starter = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = await once(starter.stdout, "data");
    const pids: number[] = JSON.parse(String(line));
    expect(pids.every(isRunning)).toBe(true);
    starter.kill("SIGKILL");
    await eventually(() => expect(pids.filter(isRunning)).toEqual([]));
  });

  test("restarts with growing delays after a crash, until it is stopped", async () => {
    const starts: Program[] = [];
    const waits: number[] = [];
    const stop = keepRunning(
      () => {
        const program = startProgram({ args: ["-e", "process.exit(3)"], cwd: ".", env: process.env, onLine: () => {} });
        starts.push(program);
        return program;
      },
      (how, waitMs) => {
        expect(how).toBe("exit code 3");
        waits.push(waitMs);
      },
    );
    await eventually(() => expect(starts.length).toBeGreaterThanOrEqual(3));
    await stop();
    const count = starts.length;
    expect(waits.slice(0, 2)).toEqual([250, 500]);
    await Promise.all(starts.map((program) => program.ended));
    expect(starts).toHaveLength(count);
  });
});

async function started(): Promise<{ program: Program; pids: number[] }> {
  const said = Promise.withResolvers<string>();
  const program = startProgram({ args: ["-e", PARENT], cwd: ".", env: process.env, onLine: said.resolve });
  const pids: number[] = JSON.parse(await said.promise);
  expect(pids.every(isRunning)).toBe(true);
  return { program, pids };
}

function kill(pid: number): void {
  process.kill(pid, "SIGKILL");
}

/** True if a process is running. A zombie is not. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
