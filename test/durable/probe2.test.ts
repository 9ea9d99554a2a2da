import { env } from "cloudflare:workers";
import { test } from "vitest";
import { signedInHost } from "../support/account.ts";
import { makeCrowd } from "../support/crowd.ts";

test("cost", async () => {
  const host = await signedInHost({ tier: "business" });
  const crowd = await makeCrowd(host.id, 250);
  const e = crowd.eventId;
  await env.DB.prepare("insert into rsvps (event_id, guest_id, id, response, plus_ones, user_agent, fingerprint, submitted_at, updated_at) select event_id, id, id, 'attending', 0, '', '{}', 1, 1 from guests where event_id=?").bind(e).run();
  let i = 0;
  const show = async (label: string, sql: string, ...args: unknown[]) => {
    const r = await env.DB.prepare(sql).bind(...args).all();
    console.log(label.padEnd(40), "read", r.meta.rows_read, "written", r.meta.rows_written, "rows", r.results.length);
  };
  const message = async () => { const id = crypto.randomUUID(); await env.DB.prepare("insert into messages (event_id,id,audience,channel,subject,body,send_at,status,created_at,updated_at) values (?,?,'everyone','email','Hi {{guest_name}}','Body {{rsvp_link}}',?,'scheduled',1,1)").bind(e, id, 1).run(); return id; };
  await show("scan guests", "select id from guests where event_id=?", e);
  await show("scan guests order", "select id from guests where event_id=? order by id", e);
  await show("row_number", "select id, row_number() over (order by id) from guests where event_id=?", e);
  await show("join rsvps", "select g.id, r.response from guests g left join rsvps r on r.event_id=g.event_id and r.guest_id=g.id where g.event_id=?", e);
  let id = await message();
  await show("insert plain", `insert into message_deliveries select event_id, '${id}', 0, id, 'pending', null, 0, null,null,null,1 from guests where event_id=?`, e);
  await show("max batch", `select max(batch) from message_deliveries where event_id=? and message_id=?`, e, id);
  await show("load deliveries", `select guest_id from message_deliveries where event_id=? and message_id=? and batch=0 and status='pending'`, e, id);
  await show("load + suppress", `select guest_id from message_deliveries d join guests g on g.event_id=d.event_id and g.id=d.guest_id left join suppressions s on s.email_key=g.email_key where d.event_id=? and d.message_id=? and batch=0 and status='pending'`, e, id);
  await show("load + tokens", `select d.guest_id, t.id from message_deliveries d left join access_tokens t on t.event_id=d.event_id and t.guest_id=d.guest_id and t.revoked_at is null where d.event_id=? and d.message_id=? and d.batch=0 and d.status='pending'`, e, id);
  await show("load ids json", `select value from json_each(?)`, JSON.stringify(crowd.guests.map((g) => g.id)));
  await show("mark tokens json", `update access_tokens set sent_at=1 where id in (select value from json_each(?))`, JSON.stringify(crowd.guests.map((g) => g.tokenId)));
  await show("mark tokens by guest", `update access_tokens set sent_at=1 where event_id = ? and guest_id in (select value from json_each(?)) and revoked_at is null`, e, JSON.stringify(crowd.guests.map((g) => g.id)));
  const obj = JSON.stringify(Object.fromEntries(crowd.guests.map((g) => [g.id, {status: "sent"}])));
  await show("settle json object", `update message_deliveries set status = json_extract(?1, '$."' || guest_id || '".status'), attempts = attempts+1 where event_id=?2 and message_id=?3 and batch=0 and status='pending' and json_type(?1, '$."' || guest_id || '"') is not null`, obj, e, id);


  const cols = "event_id TEXT NOT NULL, message_id TEXT NOT NULL, batch INTEGER NOT NULL, guest_id TEXT NOT NULL, status TEXT NOT NULL, provider text, pmid text";
  const fk1 = ", FOREIGN KEY (event_id, message_id) REFERENCES messages (event_id, id) ON DELETE CASCADE";
  const fk2 = ", FOREIGN KEY (event_id, guest_id) REFERENCES guests (event_id, id) ON DELETE CASCADE";
  const variants: [string, string, string[]][] = [
    ["none", "primary key (event_id, message_id, batch, guest_id)", []],
    ["fk1", "primary key (event_id, message_id, batch, guest_id)" + fk1, []],
    ["fk2", "primary key (event_id, message_id, batch, guest_id)" + fk2, []],
    ["fk1+2", "primary key (event_id, message_id, batch, guest_id)" + fk1 + fk2, []],
    ["uniq", "primary key (event_id, message_id, batch, guest_id)", ["unique index $_u on $ (event_id, guest_id, message_id)"]],
    ["idx", "primary key (event_id, message_id, batch, guest_id)", ["index $_u on $ (event_id, guest_id, message_id)"]],
    ["part", "primary key (event_id, message_id, batch, guest_id)", ["index $_p on $ (pmid) where provider='twilio'"]],
    ["all", "primary key (event_id, message_id, batch, guest_id)" + fk1 + fk2, ["index $_p on $ (pmid) where provider='twilio'", "unique index $_u on $ (event_id, guest_id, message_id)"]],
  ];
  id = await message();
  let n = 0;
  for (const [label, tail, indexes] of variants) {
    const t = "t" + n++;
    await env.DB.prepare(`create table ${t} (${cols}, ${tail}) strict, without rowid`).run();
    for (const x of indexes) await env.DB.prepare(`create ${x.replaceAll("$", t)}`).run();
    await show(label + " insert", `insert into ${t} select event_id, '${id}', 0, id, 'pending', null, null from guests where event_id=?`, e);
    await show(label + " update", `update ${t} set status='sent' where event_id=? and message_id=? and batch=0 and status='pending'`, e, id);
    await show(label + " update provider", `update ${t} set status='x', provider='smtp', pmid='1' where event_id=? and message_id=? and batch=0 and status='sent'`, e, id);
    await show(label + " update between", `update ${t} set status='y' where event_id=? and message_id=? and batch=0 and guest_id between '0' and 'z' and status='x'`, e, id);
  }
});
