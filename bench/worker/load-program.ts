/**
 * A client in a separate process, so that its CPU time is not counted as the service's. Receives requests over IPC.
 *
 *     forked by load.ts
 */
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Answer, Job, Report, Shot } from "./load.ts";

const agent = new Agent({ keepAlive: true });

process.on("message", async (job: Job) => {
  process.send?.(await (job.perSecond === undefined ? closedLoop(job, job.width) : openLoop(job, job.perSecond)));
});
process.on("disconnect", () => process.exit(0));

/** Keeps `width` requests pending until all have a response. */
async function closedLoop(job: Job, width: number): Promise<Report> {
  const report = newReport();
  agent.maxSockets = width;
  const began = performance.now();
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let shot = job.shots[next++]; shot !== undefined; shot = job.shots[next++]) {
      await fire(job, shot, performance.now(), report);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return { ...report, ms: performance.now() - began };
}

/** Sends requests at a fixed rate, regardless of pending ones; latency is measured from the scheduled time. */
async function openLoop(job: Job, perSecond: number): Promise<Report> {
  const report = newReport();
  agent.maxSockets = Number.POSITIVE_INFINITY;
  const began = performance.now();
  const pending: Promise<void>[] = [];
  for (const [index, shot] of job.shots.entries()) {
    const due = began + (index / perSecond) * 1_000;
    const early = due - performance.now();
    if (early > 0) await pause(early);
    pending.push(fire(job, shot, Math.max(due, performance.now() - 1), report));
  }
  await Promise.all(pending);
  return { ...report, ms: performance.now() - began };
}

function newReport(): Report {
  return { latencies: [], statuses: {}, bodies: [], ms: 0 };
}

async function fire(job: Job, shot: Shot, since: number, report: Report): Promise<void> {
  const { status, body } = await answerTo(job.url, shot);
  report.latencies.push(performance.now() - since);
  report.statuses[status] = (report.statuses[status] ?? 0) + 1;
  if (job.keepBodies) report.bodies.push(body);
}

/** Status 0: the connection broke or timed out. */
function answerTo(url: string, shot: Shot): Promise<Answer> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const sent = request(
      { agent, hostname, port, path: shot.path, method: shot.method, headers: shot.headers, timeout: 30_000 },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString("utf8") }),
        );
        response.on("error", () => resolve({ status: 0, body: "" }));
      },
    );
    sent.on("timeout", () => sent.destroy(new Error("no answer")));
    sent.on("error", () => resolve({ status: 0, body: "" }));
    sent.end(shot.body);
  });
}
