import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { fireDue } from "../../src/features/broadcasts/fire-due.ts";
import { buildServices } from "../../src/services.ts";
import { signedInHost } from "../support/account.ts";
import { makeCrowd } from "../support/crowd.ts";
import { eventually } from "../support/eventually.ts";
import { mailsTo, mailTo } from "../support/mailbox.ts";
import { consume } from "../support/queue.ts";
import { recordingEnv } from "../support/recording-env.ts";

test("sends", async () => {
  const host = await signedInHost({ tier: "business" });
  const crowd = await makeCrowd(host.id, 5);
  const r = await host.api("POST", `/events/${crowd.eventId}/messages`, {
    audience: "everyone", channel: "email", subject: "News for {{guest_name}}", body: "Dear {{guest_name}}, {{rsvp_link}}", mode: "send_now",
  });
  expect(r.status).toBe(201);
  console.log(await r.text());
  const t = Date.now();
  const m = await mailTo(crowd.guests[4]!.email);
  console.log(m.subject, m.text, Date.now() - t);
  await eventually(async () => {
    const l = await (await host.api("GET", `/events/${crowd.eventId}/messages`)).json<any>();
    expect(l.items[0].status).toBe("sent");
  });
  const l = await (await host.api("GET", `/events/${crowd.eventId}/messages`)).json<any>();
  const d = await (await host.api("GET", `/events/${crowd.eventId}/messages/${l.items[0].id}/deliveries`)).json<any>();
  console.log(JSON.stringify(d, null, 1).slice(0, 600));
});

test("cost", async () => {
  const host = await signedInHost({ tier: "business" });
  const crowd = await makeCrowd(host.id, 250);
  const recording = recordingEnv();
  const sent: any[] = [];
  const queue = { send: async () => undefined, sendBatch: async (m: any) => void sent.push(...m) } as any;
  const services = buildServices({ ...recording.env, BROADCASTS_QUEUE: queue }, () => undefined);
  const id = crypto.randomUUID();
  await env.DB.prepare("insert into messages (event_id,id,audience,channel,subject,body,send_at,status,created_at,updated_at) values (?,?,'everyone','email','Hi {{guest_name}}','Body {{rsvp_link}}',?,'scheduled',1,1)").bind(crowd.eventId, id, Date.now()).run();
  await fireDue(services);
  const mine = sent.filter((m) => m.body.body.message_id === id);
  console.log(mine.length, recording.recorder.calls.map((c) => [c.target, c.detail.slice(0, 40), c.rowsRead, c.rowsWritten].join(" ")));
  const before = recording.recorder.calls.length;
  const t = Date.now();
  for (const m of mine) console.log(JSON.stringify(await consume("usher-broadcasts", [m.body], { changes: recording.env })));
  console.log("ms", Date.now() - t);
  console.log(recording.recorder.calls.slice(before).map((c) => [c.target, c.detail.slice(0, 40), c.rowsRead, c.rowsWritten].join(" ")));
  const d1 = recording.recorder.calls.filter((c) => c.target === "d1");
  console.log("calls", d1.length, "read/recip", d1.reduce((s, c) => s + c.rowsRead, 0) / 250, "written", d1.reduce((s, c) => s + c.rowsWritten, 0) / 250);
  console.log(await env.DB.prepare("select status, finished_at from messages where id=?").bind(id).first());
});
