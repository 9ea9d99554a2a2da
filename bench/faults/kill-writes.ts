/**
 * Kills the Worker (SIGKILL, workerd and all) at random moments while guests answer and hosts import, starts it again on
 * the same storage, and counts: every acknowledged write is there, nothing is half written, and what was sent again
 * with the same key was done once. Exits with 1 when it is not so.
 *
 *     node bench/faults/kill-writes.ts [--kills 50] [--acknowledged 20000]
 */
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Host, makeHost } from "./host.ts";
import { ImportWriter } from "./import-writer.ts";
import { inFolder, type KillableWorker, settingIn, startWorker } from "./killable-worker.ts";
import { RsvpWriter } from "./rsvp-writer.ts";

const { values } = parseArgs({
  options: { kills: { type: "string", default: "50" }, acknowledged: { type: "string", default: "20000" } },
});
const KILLS = Number(values.kills);
/** Rows of imports and answers of guests that were acknowledged; the run goes on until there are as many. */
const ACKNOWLEDGED = Number(values.acknowledged);
/** How long a Worker works before it is killed: at random, so that every step of a write is hit some time. */
const LIVES_MS = { least: 150, most: 1_500 };
const IMPORTERS = 2;
const RESPONDERS = 6;
/** The Scheduler looks every 30 s; two looks. */
const SETTLES_WITHIN_MS = 90_000;

await inFolder("kill-writes", run);

async function run(folder: string): Promise<boolean> {
  const setting = await settingIn(folder);
  let worker = await startWorker(setting);
  const host = await makeHost(worker);
  const began = Date.now();
  const ending = new AbortController();
  const importers = Array.from({ length: IMPORTERS }, (_, index) => new ImportWriter(host, index));
  const responders = await RsvpWriter.makeAll(host, RESPONDERS);
  const writing = [...importers, ...responders].map((writer) => writer.run(ending.signal));
  const acknowledged = () => [...importers, ...responders].reduce((sum, writer) => sum + writer.acknowledged, 0);

  for (let kills = 0; kills < KILLS || acknowledged() < ACKNOWLEDGED; kills++) {
    await pause(LIVES_MS.least + Math.random() * (LIVES_MS.most - LIVES_MS.least));
    if (kills < KILLS) {
      await worker.kill();
      worker = await startWorker(setting);
    }
    if ((kills + 1) % 10 === 0) console.log(`${kills + 1} kills, ${acknowledged()} acknowledged, ${seconds(began)} s`);
  }
  ending.abort();
  await Promise.all(writing);
  const outcome = await judge(worker, host, importers, responders);
  console.log(JSON.stringify({ ...outcome, kills: KILLS, acknowledged: acknowledged(), seconds: seconds(began) }));
  await worker.kill();
  return outcome.passed;
}

async function judge(worker: KillableWorker, host: Host, importers: ImportWriter[], responders: RsvpWriter[]) {
  const imports = await Promise.all(importers.map((writer) => writer.judge(worker)));
  const answers = await Promise.all(responders.map((writer) => writer.judge(worker)));
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const [counts] = await worker.sql<{ count: number }>(
    "select count(*) as count from guest_counts c where guests <> (select count(*) from guests g where g.event_id = c.event_id)",
  );
  const [edits] = await worker.sql<{ count: number }>(
    `select count(*) as count from rsvps r where edit_count <>
       (select count(*) from rsvp_revisions v where v.event_id = r.event_id and v.guest_id = r.guest_id)`,
  );
  const found = {
    imports: sum(imports.map((one) => one.imports)),
    answers: sum(answers.map((one) => one.answers)),
    edits: sum(answers.map((one) => one.edits)),
    sent_again: sum([...importers, ...responders].map((writer) => writer.sentAgain)),
    lost: sum([...imports, ...answers].map((one) => one.lost)),
    half_written: sum(imports.map((one) => one.half)) + (counts?.count ?? 1) + (edits?.count ?? 1),
    twice: sum(imports.map((one) => one.twice)),
    owed_after_all: await owedAfterAll(worker),
    refused: sum([...importers, ...responders].map((writer) => writer.refused)),
  };
  const passed = found.lost + found.half_written + found.twice + found.owed_after_all + found.refused === 0;
  return { passed, events: host.events, ...found };
}

/** What a killed Worker left in the outbox is put on its queue by the Scheduler. @returns how much of it is still owed */
async function owedAfterAll(worker: KillableWorker): Promise<number> {
  const owed = async () =>
    (await worker.sql<{ count: number }>("select count(*) as count from outbox"))[0]?.count ?? -1;
  for (const deadline = Date.now() + SETTLES_WITHIN_MS; Date.now() < deadline; await pause(1_000)) {
    if ((await owed()) === 0) return 0;
  }
  return owed();
}

function seconds(since: number): number {
  return Math.round((Date.now() - since) / 1_000);
}
