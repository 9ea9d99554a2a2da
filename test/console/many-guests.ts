import type { RunningService } from "../../testkit/running-service.ts";

/** Adds guests `Guest 0001`, … with an address each, written as an import writes them. */
export async function fillList(service: RunningService, eventId: string, count: number): Promise<void> {
  await service.sql(
    `insert into guests (event_id, id, name, name_key, email, email_key, created_at, updated_at, tags, tag_keys, companions)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
     select ?, printf('01a00000-0000-7000-8000-%012d', i), printf('Guest %04d', i), printf('guest %04d', i),
       printf('many-%d@example.com', i), printf('many-%d@example.com', i), i, i, '[]', '', '[]' from n`,
    count,
    eventId,
  );
  await service.sql(
    `insert into guest_counts (event_id, guests) values (?, ?)
     on conflict (event_id) do update set guests = guests + excluded.guests`,
    eventId,
    count,
  );
}
