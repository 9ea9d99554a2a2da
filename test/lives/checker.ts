import { expect } from "vitest";
import { STANDINGS, type Standing } from "../../src/kernel/rsvp.ts";
import { AUDIENCES } from "../support/audiences.ts";
import { type Person, sentencesIn } from "./person.ts";
import type { Played } from "./played.ts";
import { contradictionsIn, PAGE_SAYS } from "./sentences.ts";
import { having, peopleComing, type TrueGuest, type Truth, truthOf } from "./truth.ts";

/** Guests whose pages are opened at the same time. */
const AT_ONCE = 10;

/**
 * Compares what these guests see, and every count, with the guests' standing.
 * @param options.onlyNews whether only guests who got an email are looked at
 * @throws AssertionError with the sentences that contradict the standing
 */
export async function checkPeople(
  life: Played,
  what: string,
  people: readonly Person[],
  { onlyNews = false }: { onlyNews?: boolean } = {},
): Promise<void> {
  const truth = await truthOf(life.eventId);
  const found = await inTurn(people, async (person) => {
    const news = await contradictionsInNews(person, truth);
    if (onlyNews && news === null) return [];
    return [...(news ?? []), ...(await contradictionsOnPage(person, truth))];
  });
  expect.soft([...found.flat(), ...(await contradictionsInCounts(life, truth))], what).toEqual([]);
}

/** Compares everything that anyone can see with the guests' standing. */
export async function checkEverything(life: Played, what: string): Promise<void> {
  const truth = await truthOf(life.eventId);
  for (const { standing } of truth.guests.values()) life.standings.add(standing);
  const pages = await inTurn([...life.people.values()], async (person) => [
    ...((await contradictionsInNews(person, truth)) ?? []),
    ...(await contradictionsOnPage(person, truth)),
  ]);
  const found = [
    ...pages.flat(),
    ...(await contradictionsInCounts(life, truth)),
    ...(await contradictionsInLists(life, truth)),
    ...(await contradictionsInAnalytics(life, truth)),
    ...(await contradictionsInAudiences(life, truth)),
    ...(await contradictionsInExports(life, truth)),
  ];
  expect.soft(found, what).toEqual([]);
}

/** @returns null if the guest got no email since the last look */
async function contradictionsInNews(person: Person, truth: Truth): Promise<string[] | null> {
  const mails = await person.reads();
  const guest = truth.guests.get(person.id);
  const last = mails.at(-1);
  if (last === undefined || guest === undefined) return null;
  const text = `${last.subject}. ${last.text.replace(/[\u2066-\u2069]/g, "").replace(/\s+/g, " ")}`;
  return contradictionsIn(text, { standing: guest.standing, state: truth.state }).map(
    (sentence) => `${person.name}'s last email: ${sentence}`,
  );
}

async function contradictionsOnPage(person: Person, truth: Truth): Promise<string[]> {
  const guest = truth.guests.get(person.id);
  if (person.token === null || guest === undefined) return [];
  const html = await person.opens();
  // Forms ask; what is outside them tells the guest where he or she stands.
  const text = sentencesIn(html.replace(/<form\b[\s\S]*?<\/form>/g, " "));
  const { standing } = guest;
  const found = contradictionsIn(text, { standing, state: truth.state });
  const hasPass = html.includes('id="door-code"');
  if (hasPass && standing !== "coming") found.push(`a door code is shown to a guest who is ${standing}`);
  const asks = /name="response"[^>]*value="attending"|value="attending"[^>]*name="response"/.test(html);
  if (asks && truth.state !== "open" && truth.state !== "full")
    found.push(`asks for a yes while replies are ${truth.state}`);
  const expected = PAGE_SAYS[standing];
  const isUsual = truth.state !== "cancelled" && truth.state !== "over" && guest.arrived === null;
  if (expected !== undefined && isUsual && !expected.test(text))
    found.push(`the page of a guest who is ${standing} does not say ${expected}: “${text.slice(0, 600)}”`);
  return found.map((sentence) => `${person.name}'s page: ${sentence}`);
}

interface Difference {
  where: string;
  shown: unknown;
  truth: unknown;
}

/** Returns the numbers that differ, each with what is true. */
function different(compared: readonly Difference[]): string[] {
  return compared
    .filter(({ shown, truth }) => JSON.stringify(shown) !== JSON.stringify(truth))
    .map(({ where, shown, truth }) => `${where} shows ${JSON.stringify(shown)}, the truth is ${JSON.stringify(truth)}`);
}

async function contradictionsInCounts(life: Played, truth: Truth): Promise<string[]> {
  const counts = await life.does<{ guests: number; people_coming: number; standings: Record<Standing, number> }>(
    "GET",
    "/guests/counts",
  );
  const seats = await life.does<Record<"confirmed" | "offered" | "waitlisted", { heads: number }> & { left: number }>(
    "GET",
    "/seats",
  );
  const { summary } = await life.does<{ summary: Record<string, number> }>("GET", "/check-ins?limit=1");
  const heads = (standing: Standing) => having(truth, standing).reduce((sum, guest) => sum + guest.heads, 0);
  const coming = peopleComing(truth);
  const inside = [...truth.guests.values()].filter(({ arrived }) => arrived !== null);
  const peopleIn = (guests: readonly TrueGuest[]) => guests.reduce((sum, { arrived }) => sum + (arrived ?? 0), 0);
  const walkIns = inside.filter(({ standing }) => standing === "walk_in");
  return different([
    { where: "counts: guests", shown: counts.guests, truth: truth.guests.size },
    { where: "counts: people coming", shown: counts.people_coming, truth: coming },
    ...STANDINGS.map((standing) => ({
      where: `counts: ${standing}`,
      shown: counts.standings[standing],
      truth: having(truth, standing).length,
    })),
    { where: "seats: confirmed", shown: seats.confirmed.heads, truth: coming },
    { where: "seats: offered", shown: seats.offered.heads, truth: heads("offered") },
    { where: "seats: waitlisted", shown: seats.waitlisted.heads, truth: heads("waitlisted") },
    { where: "door: arrived", shown: summary.arrived_headcount, truth: peopleIn(inside) },
    { where: "door: walk-ins", shown: summary.walk_ins, truth: walkIns.length },
    { where: "door: people who walked in", shown: summary.walk_in_headcount, truth: peopleIn(walkIns) },
    {
      where: "door: expected people who are in",
      shown: summary.expected_arrived_headcount,
      truth: peopleIn(inside) - peopleIn(walkIns),
    },
  ]);
}

async function contradictionsInLists(life: Played, truth: Truth): Promise<string[]> {
  const compared: Difference[] = [];
  let rows = 0;
  for await (const guest of listed(life)) {
    rows += 1;
    const known = truth.guests.get(guest.id);
    compared.push({ where: `the list: ${guest.name}`, shown: guest.standing, truth: known?.standing });
  }
  for (const standing of STANDINGS) {
    const page = await life.does<{ items: { id: string }[] }>("GET", `/guests?limit=200&standing=${standing}`);
    const ids = having(truth, standing).map(({ id }) => id);
    if (ids.length > page.items.length && page.items.length === 200) continue;
    compared.push({
      where: `the filter ${standing}`,
      shown: page.items.map(({ id }) => id).toSorted(),
      truth: ids.toSorted(),
    });
  }
  compared.push({ where: "the list: rows", shown: rows, truth: truth.guests.size });
  return different(compared);
}

async function contradictionsInAnalytics(life: Played, truth: Truth): Promise<string[]> {
  const { overview } = await life.does<{
    overview: { expected_headcount: number; standings: Record<Standing, number> };
  }>("GET", "/analytics");
  return different([
    { where: "analytics: people", shown: overview.expected_headcount, truth: peopleComing(truth) },
    ...STANDINGS.map((standing) => ({
      where: `analytics: ${standing}`,
      shown: overview.standings[standing],
      truth: having(truth, standing).length,
    })),
  ]);
}

async function* listed(life: Played): AsyncGenerator<{ id: string; name: string; standing: string }> {
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: { items: { id: string; name: string; standing: string }[]; next_cursor: string | null } =
      await life.does("GET", `/guests?limit=200${cursor === "" ? "" : `&cursor=${cursor}`}`);
    yield* page.items;
    cursor = page.next_cursor;
  }
}

async function contradictionsInAudiences(life: Played, truth: Truth): Promise<string[]> {
  const compared: Difference[] = [];
  for (const [audience, standings] of Object.entries(AUDIENCES)) {
    const shown = await life.does<{ count: number; unreachable: number; suppressed: number }>(
      "GET",
      `/messages/recipient-count?audience=${audience}`,
    );
    const guests = having(truth, ...standings).filter(({ arrived }) => audience !== "not_arrived" || arrived === null);
    compared.push({
      where: `the audience ${audience}`,
      shown: shown.count + shown.unreachable + shown.suppressed,
      truth: guests.length,
    });
  }
  return different(compared);
}

async function contradictionsInExports(life: Played, truth: Truth): Promise<string[]> {
  const compared: Difference[] = [];
  for (const path of ["/guests/export.csv", "/analytics/export.csv"]) {
    const response = await life.host.api("GET", `/events/${life.eventId}${path}`);
    const [header = "", ...rows] = (await response.text())
      .replace(/^\ufeff/, "")
      .trim()
      .split("\r\n");
    const column = header.split(",").indexOf("standing");
    const shown = rows.map((row) => row.match(/("([^"]|"")*"|[^,]*)(,|$)/g)?.[column]?.replace(/,$/, "") ?? "");
    const expected = [...truth.guests.values()].map(({ standing }) => standing);
    compared.push({ where: path, shown: shown.toSorted(), truth: expected.toSorted() });
  }
  return different(compared);
}

async function inTurn<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(work))));
  }
  return results;
}
