import { expect, test } from "vitest";
import type { MailSession } from "../../../src/adapters/mail/mail.ts";
import { MailLanes } from "../../../src/features/notifier/mail-lanes.ts";

/** A mail server's client that counts its open sessions. */
function countedMail() {
  const counts = { open: 0, most: 0, opened: 0 };
  const later: Promise<unknown>[] = [];
  const session = (): MailSession => {
    counts.open += 1;
    counts.opened += 1;
    counts.most = Math.max(counts.most, counts.open);
    return {
      send: async () => ({ status: "sent", providerMessageId: null }),
      close: async () => {
        counts.open -= 1;
      },
    };
  };
  const mail = { name: "log" as const, session, send: () => session().send({} as never) };
  const lanes = new MailLanes({ mail, defer: (work) => later.push(work()) });
  return { lanes, counts, settled: () => Promise.all(later) };
}

const tick = () => new Promise((resolve) => setTimeout(resolve, 1));

test("fifty mails at once share four sessions, one mail at a time in each, and leave none open", async () => {
  const { lanes, counts, settled } = countedMail();
  const busy = new Set<MailSession>();
  const done: number[] = [];
  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      lanes.run(async (session) => {
        expect(busy.has(session)).toBe(false);
        busy.add(session);
        await tick();
        busy.delete(session);
        done.push(index);
      }),
    ),
  );
  await settled();
  expect(done).toHaveLength(50);
  expect(counts).toEqual({ open: 0, most: 4, opened: 4 });
});

test("a mail that fails holds up none behind it", async () => {
  const { lanes, counts, settled } = countedMail();
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) =>
      lanes.run(async () => {
        await tick();
        if (index % 3 === 0) throw new Error("refused");
        return index;
      }),
    ),
  );
  await settled();
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(4);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(8);
  expect(counts.open).toBe(0);
});

test("a mail that comes when all is done gets a session of its own", async () => {
  const { lanes, counts, settled } = countedMail();
  for (let index = 0; index < 3; index++) await lanes.run(tick);
  await settled();
  expect(counts).toEqual({ open: 0, most: 1, opened: 3 });
});
