/**
 * Guesses the codes of many links on the real service: each link is asked for a code, and tried more often than it may be,
 * many concurrently. Prints how many tries were compared, how many links were opened, and how many were expected to be. Exits with
 * 1 when a link's codes were compared more often than five times each.
 *
 *     npm run bench -- guessing [--links 1000] [--tries 10] [--codes 1]
 */
import { parseArgs } from "node:util";
import { call, makeE2eFixture } from "../../testkit/e2e-fixture.ts";
import { type RunningService, startService } from "../../testkit/running-service.ts";

const { values } = parseArgs({
  options: {
    links: { type: "string", default: "1000" },
    tries: { type: "string", default: "10" },
    codes: { type: "string", default: "1" },
  },
});
/** Tries that are compared for each code. */
const COMPARED = 5;
const CODES = 1_000_000;
/** Links that are guessed at the same time. */
const PARALLEL = 10;

type Outcome = "opened" | "wrong_code" | "refused";

/** Asks for codes of a link and tries them: what each try was answered. */
async function guess(service: RunningService, token: string, address: string): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let codes = 0; codes < Number(values.codes); codes++) {
    await call(service, address, "POST", `/access/${token}/challenge`, { channel: "email" });
    const tries = Array.from({ length: Number(values.tries) }, async (): Promise<Outcome> => {
      const code = String(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0)
        .padStart(6, "0")
        .slice(-6);
      const response = await fetch(`${service.url}/access/${token}/challenge/verify`, {
        method: "POST",
        headers: { "content-type": "application/json", "cf-connecting-ip": address },
        body: JSON.stringify({ code }),
      });
      const { error } = (await response.json()) as { error?: string };
      if (response.ok) return "opened";
      return error === "wrong_code" ? "wrong_code" : "refused";
    });
    outcomes.push(...(await Promise.all(tries)));
  }
  return outcomes;
}

/** Guests of one event with their links, made through the API. */
async function linksOf(service: RunningService, count: number): Promise<string[]> {
  const { api, eventId, host } = await makeE2eFixture(service, { guests: 0 });
  const rows = Array.from({ length: count }, (_, row) => `Guest ${row},guest-${row}@example.com`);
  const imported = await fetch(`${service.url}/events/${eventId}/guests/import`, {
    method: "POST",
    headers: { authorization: `Bearer ${host.token}`, "content-type": "text/csv", "cf-connecting-ip": "10.2.0.1" },
    body: ["name,email", ...rows].join("\r\n"),
  });
  if (!imported.ok) throw new Error(`the import responded with ${imported.status}: ${await imported.text()}`);
  const path = `/events/${eventId}/guests/invitations/bulk`;
  const { items } = await api<{ items: { link: string }[] }>("POST", path, { notify: false });
  return items.map(({ link }) => link.split("/i/")[1] ?? "");
}

const service = await startService();
try {
  const tokens = await linksOf(service, Number(values.links));
  const began = Date.now();
  const outcomes: Outcome[][] = [];
  for (let from = 0; from < tokens.length; from += PARALLEL) {
    const some = tokens.slice(from, from + PARALLEL);
    outcomes.push(
      ...(await Promise.all(some.map((token, index) => guess(service, token, `10.9.${from % 250}.${index}`)))),
    );
  }
  const count = (outcome: Outcome) => outcomes.flat().filter((other) => other === outcome).length;
  const compared = outcomes.map((ofLink) => ofLink.filter((outcome) => outcome !== "refused").length);
  const most = Math.max(...compared);
  console.log(
    JSON.stringify({
      links: tokens.length,
      tries: outcomes.flat().length,
      compared: count("wrong_code") + count("opened"),
      mostComparedOfOneLink: most,
      opened: count("opened"),
      expectedToBeOpened: (compared.reduce((sum, one) => sum + one, 0) / CODES).toFixed(4),
      seconds: Math.round((Date.now() - began) / 1_000),
    }),
  );
  if (most > COMPARED * Number(values.codes)) process.exitCode = 1;
} finally {
  await service.stop();
}
