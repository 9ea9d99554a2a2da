import type { RunningService } from "../../testkit/running-service.ts";

/** Inserts guests `Guest 0001`, … with an email address each, in the form that an import stores. */
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

/** Inserts sent messages `News 0001`, …; the first has a delivery to each guest of the event. */
export async function fillMessages(service: RunningService, eventId: string, count: number): Promise<void> {
  const first = "01b00000-0000-7000-8000-000000000001";
  await service.sql(
    `insert into messages (event_id, id, audience, channel, subject, body, send_at, status, created_at, updated_at)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
     select ?, printf('01b00000-0000-7000-8000-%012d', i), 'everyone', 'email', printf('News %04d', i), 'Hello.', i, 'sent', i, i
     from n`,
    count,
    eventId,
  );
  await service.sql(
    `insert into message_deliveries (event_id, message_id, guest_id, status, updated_at)
     select event_id, ?, id, 'delivered', 1 from guests where event_id = ?`,
    first,
    eventId,
  );
}
