import type { Bindings } from "../../src/env.ts";

export { DeliveryJournal, EditCounter, EventMonitor, RateWindow, Scheduler } from "../../src/worker.ts";

/**
 * The application that the benchmark compares with. It counts the people and then inserts, in two round trips, because it trusts its
 * own reading.
 */
export default {
  async fetch(request, env) {
    if (request.method === "GET") return new Response();
    const { guest, heads, capacity } = await request.json<{ guest: string; heads: number; capacity: number }>();
    const taken = await env.DB.prepare(
      "select coalesce(sum(heads), 0) as heads from naive_answers where seated",
    ).first<{
      heads: number;
    }>();
    const seated = (taken?.heads ?? 0) + heads <= capacity;
    await env.DB.prepare("insert into naive_answers (guest, heads, seated) values (?, ?, ?) on conflict do nothing")
      .bind(guest, heads, Number(seated))
      .run();
    return Response.json({ seated });
  },
} satisfies ExportedHandler<Bindings>;
