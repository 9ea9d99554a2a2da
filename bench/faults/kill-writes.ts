/**
 * Kills the Worker (SIGKILL, with workerd) at random moments while guests send RSVPs and hosts import guests, restarts it
 * on the same storage, and counts: every acknowledged write must be stored, none in part, and none that was repeated with
 * the same key twice. Exits with 1 otherwise.
 *
 *     npm run bench -- kill-writes [--kills 50] [--acknowledged 20000]
 */
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Host, makeHost } from "./host.ts";
import { ImportWriter } from "./import-writer.ts";
import { inFolder, type KillableWorker, prepareWorker, startWorker } from "./killable-worker.ts";
import { RsvpWriter } from "./rsvp-writer.ts";

const { values } = parseArgs({
  options: { kills: { type: "string", default: "50" }, acknowledged: { type: "string", default: "20000" } },
});
const KILLS = Number(values.kills);
/** The run ends after this many acknowledged writes (imported rows, RSVPs and edits). */
const ACKNOWLEDGED = Number(values.acknowledged);
/** Bounds of the random time until a Worker is killed, so that every step of a write is interrupted at some point. */
const LIFETIME_MS = { min: 150, max: 1_500 };
const IMPORTERS = 2;
const RESPONDERS = 6;
/** Three rounds of the Scheduler, which relays the outbox every 30 s. */
const OUTBOX_TIMEOUT_MS = 90_000;

await inFolder("kill-writes", run);

async function run(folder: string): Promise<boolean> {
  const setup = await prepareWorker(folder);
  let worker = await startWorker(setup);
  const host = await makeHost(worker);
  const began = Date.now();
  const stop = new AbortController();
  const importers = Array.from({ length: IMPORTERS }, (_, index) => new ImportWriter(host, index));
  const responders = await RsvpWriter.makeAll(host, RESPONDERS);
  const writing = [...importers, ...responders].map((writer) => writer.run(stop.signal));
  const acknowledged = () => [...importers, ...responders].reduce((sum, writer) => sum + writer.acknowledged, 0);

  for (let kills = 0; kills < KILLS || acknowledged() < ACKNOWLEDGED; kills++) {
    await pause(LIFETIME_MS.min + Math.random() * (LIFETIME_MS.max - LIFETIME_MS.min));
    if (kills < KILLS) {
      await worker.kill();
      worker = await startWorker(setup);
    }
    if ((kills + 1) % 10 === 0) console.log(`${kills + 1} kills, ${acknowledged()} acknowledged, ${seconds(began)} s`);
  }
  stop.abort();
  await Promise.all(writing);
  const outcome = await verify(worker, host, importers, responders);
  console.log(JSON.stringify({ ...outcome, kills: KILLS, acknowledged: acknowledged(), seconds: seconds(began) }));
  await worker.kill();
  return outcome.passed;
}

async function verify(worker: KillableWorker, host: Host, importers: ImportWriter[], responders: RsvpWriter[]) {
  const imports = await Promise.all(importers.map((writer) => writer.verify(worker)));
  const rsvps = await Promise.all(responders.map((writer) => writer.verify(worker)));
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const [counts] = await worker.sql<{ count: number }>(
    "select count(*) as count from guest_counts c where guests <> (select count(*) from guests g where g.event_id = c.event_id)",
  );
  const [edits] = await worker.sql<{ count: number }>(
    `select count(*) as count from rsvps r where edit_count <>
       (select count(*) from rsvp_revisions v where v.event_id = r.event_id and v.guest_id = r.guest_id)`,
  );
  // Each answer and each edit is stored together with the log of its access.
  const [unlogged] = await worker.sql<{ count: number }>(
    `select count(*) as count from rsvps r where 1 + edit_count >
       (select count(*) from access_logs l where l.event_id = r.event_id and l.guest_id = r.guest_id and l.kind <> 'access')`,
  );
  const found = {
    imports: sum(imports.map((one) => one.imports)),
    rsvps: sum(rsvps.map((one) => one.rsvps)),
    edits: sum(rsvps.map((one) => one.edits)),
    repeated: sum([...importers, ...responders].map((writer) => writer.repeated)),
    lost: sum([...imports, ...rsvps].map((one) => one.lost)),
    partly_written: sum(imports.map((one) => one.partial)) + (counts?.count ?? 1) + (edits?.count ?? 1),
    without_log: unlogged?.count ?? 1,
    duplicated: sum(imports.map((one) => one.duplicated)),
    unpublished: await countUnpublished(worker),
    refused: sum([...importers, ...responders].map((writer) => writer.refused)),
  };
  const faults = [
    found.lost,
    found.partly_written,
    found.without_log,
    found.duplicated,
    found.unpublished,
    found.refused,
  ];
  const passed = sum(faults) === 0;
  return { passed, events: host.events, ...found };
}

/** Waits until the Scheduler has published the outbox rows of killed Workers. @returns the number of remaining rows */
async function countUnpublished(worker: KillableWorker): Promise<number> {
  const count = async () =>
    (await worker.sql<{ count: number }>("select count(*) as count from outbox"))[0]?.count ?? -1;
  for (const deadline = Date.now() + OUTBOX_TIMEOUT_MS; Date.now() < deadline; await pause(1_000)) {
    if ((await count()) === 0) return 0;
  }
  return count();
}

function seconds(since: number): number {
  return Math.round((Date.now() - since) / 1_000);
}
