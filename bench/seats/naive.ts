import { mkdir } from "node:fs/promises";
import { prepareWorker, startWorker } from "../faults/killable-worker.ts";

/** Sends all RSVPs concurrently to the Worker that counts and then inserts. @returns number of people it has seated */
export async function overbookNaively(folder: string, parties: readonly number[], capacity: number) {
  await mkdir(folder, { recursive: true });
  const worker = await startWorker(await prepareWorker(folder, {}, "bench/seats/naive-worker.ts"));
  await worker.sql(
    "create table naive_answers (guest text primary key, heads integer not null, seated integer not null)",
  );
  await Promise.all(
    parties.map((heads, index) =>
      fetch(worker.url, { method: "POST", body: JSON.stringify({ guest: String(index), heads, capacity }) }),
    ),
  );
  const [row] = await worker.sql<{ heads: number }>("select sum(heads) as heads from naive_answers where seated");
  await worker.kill();
  return { capacity, heads: row?.heads ?? 0 };
}
