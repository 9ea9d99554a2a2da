import { expect, it } from "vitest";
import { STANDINGS } from "../../src/kernel/rsvp.ts";
import { call, signedInHost, signInAgain } from "../support/account.ts";
import { storeInvite } from "../support/invites.ts";
import { some } from "../support/rounds.ts";
import { cast, LIFE_TIMEOUT_MS, split } from "./cast.ts";
import { Life } from "./life.ts";
import { sentencesIn } from "./person.ts";

it("never contradicts itself at a wedding with households, a waitlist and a second list", {
  tags: "rounds",
  timeout: LIFE_TIMEOUT_MS,
}, async () => {
  const size = some(24, 120);
  const life = await Life.begin(
    "2027-01-10T10:00:00Z",
    { name: "Clara & Jonas" },
    {
      name: "Clara & Jonas's wedding",
      venue: "Gut Sonnenhof, Lindau",
      event_date: "2027-06-12T13:00:00Z",
      end_time: "2027-06-13T01:00:00Z",
      timezone: "Europe/Berlin",
      rsvp_deadline: "2027-04-24T21:59:00Z",
      capacity: Math.floor(size * 0.45),
      waitlist: true,
      companion_names: "optional",
    },
  );
  await life.does("PUT", "/questions", {
    items: [
      {
        label: "What would you like to eat?",
        kind: "choice",
        options: ["Meat", "Fish", "Vegan"],
        scope: "guest",
        when: "attending",
      },
    ],
  });
  const households = cast(size, (index) => ({
    party_size: 2 + (index % 3),
    tags: index % 3 === 0 ? ["family"] : [],
    ...(index % 10 === 9 ? { email: null, phone: "+4915112345678" } : {}),
    ...(index % 7 === 6 ? { party_size: 2, companions: [{ name: `Kim ${index}` }] } : {}),
  }));
  const everyone = await life.lists(households);
  const [aList, bList] = split(everyone, (index) => index < size * 0.7);
  await life.chapter("the list is made, nobody is invited");

  // January: the first list is invited, and replies as people do.
  await life.step("the first list is invited", aList, () => life.invites(aList));
  await life.until("2027-01-12T18:00:00Z");
  const [quick, slow] = split(aList, (index) => index % 5 !== 0);
  for (const [index, person] of quick.entries()) {
    const response = index % 6 === 5 ? "declined" : index % 6 === 4 ? "maybe" : "attending";
    const people = response === "attending" ? 1 + (index % 2) : undefined;
    await life.step(`${person.name}: ${response}`, [person], () =>
      person.says({ response, ...(people === undefined ? {} : { people }) }),
    );
  }
  await life.chapter("the first replies");

  // A grandmother calls. Somebody who never got a link is recorded, too.
  const [grandmother, uncle] = bList;
  if (grandmother === undefined || uncle === undefined) throw new Error("the second list is empty");
  const record = (id: string, body: object) => life.does("PUT", `/guests/${id}/rsvp`, body);
  await life.step("a host records a yes", [grandmother], () =>
    record(grandmother.id, { response: "attending", plus_ones: 0 }),
  );
  await life.step("a host records a no", [uncle], () => record(uncle.id, { response: "declined" }));
  const rest = bList.slice(2);
  const [bInvited] = split(rest, (index) => index % 2 === 0);
  await life.until("2027-03-01T09:00:00Z");
  await life.step("half of the second list is invited", bInvited, () => life.invites(bInvited));
  await life.chapter("the second list");

  // April: the reminders, the last replies, the deadline.
  await life.until("2027-04-22T12:00:00Z");
  for (const person of slow.slice(0, 2)) {
    await life.step(`${person.name} replies after the last call`, [person], () =>
      person.says({ response: "attending" }),
    );
  }
  await life.chapter("the last call");
  await life.until("2027-04-25T09:00:00Z");
  await life.chapter("replies are closed");
  const closed = slow.at(-1);
  if (closed !== undefined) expect(sentencesIn(await closed.opens())).toMatch(/RSVPs closed on/);

  // Somebody can't make it after all: the seat is offered, taken, and offered again until an offer runs out.
  const [first, second] = (await life.standing("coming")).filter(({ token }) => token !== null);
  if (first === undefined || second === undefined) throw new Error("nobody comes");
  await life.step("a guest declines after the deadline", [first], () => first.says({ response: "declined" }));
  await life.chapter("a seat is offered");
  const [offered] = await life.standing("offered");
  if (offered?.token != null) {
    await life.step("the offer is accepted", [offered], () => offered.answersOffer(true));
  }
  await life.step("a second guest declines", [second], () => second.says({ response: "declined" }));
  await life.until("2027-04-28T09:00:00Z");
  await life.chapter("offers were accepted and ran out");

  // A guest dies: nothing may reach the guest any more, and the seat goes to somebody else.
  const [late] = (await life.standing("coming")).filter(({ token, email }) => token !== null && email !== null);
  if (late === undefined) throw new Error("nobody comes");
  await life.step("a guest is removed from the list", [], () => life.does("DELETE", `/guests/${late.id}`));
  life.people.delete(late.name);
  await late.reads();
  expect((await call("GET", `/access/${late.token}`)).status).toBe(404);

  // The second host joins and moves the day.
  const jonas = await signedInHost({ name: "Jonas" });
  const invite = await storeInvite(life.eventId, { email: jonas.email, invitedBy: life.host.id, role: "editor" });
  expect((await jonas.api("POST", `/invites/${invite.token}/accept`)).status).toBe(200);
  const invited = [...life.people.values()].filter(({ token }) => token !== null);
  await life.step("the second host moves the wedding by a week", [], async () => {
    const moved = { event_date: "2027-06-19T13:00:00Z", end_time: "2027-06-20T01:00:00Z", notify: true };
    expect((await jonas.api("PATCH", `/events/${life.eventId}`, moved)).status).toBe(200);
  });
  await life.until("2027-04-28T12:00:00Z");
  await life.chapter("the wedding was moved");
  const cohost = await signInAgain(jonas);
  expect(await (await cohost.api("GET", `/events/${life.eventId}/guests/counts`)).json()).toEqual(
    await life.does("GET", "/guests/counts"),
  );
  expect(invited.length).toBeGreaterThan(size / 2);

  // The week of the wedding, and its day.
  await life.until("2027-06-18T18:00:00Z");
  await life.chapter("the evening before");
  await life.until("2027-06-19T12:00:00Z");
  const guests = await life.standing("coming");
  for (const [index, person] of guests.entries()) {
    if (index % 4 === 3) continue;
    await life.step(`${person.name} arrives`, [person], () => life.does("POST", "/check-in", { guest_id: person.id }));
  }
  await life.step("a neighbour walks in", [], () =>
    life.does("POST", "/walk-ins", { name: "Nora Nachbar", arrival_count: 2 }),
  );
  await life.chapter("the party");
  await life.until("2027-06-20T12:00:00Z");
  await life.chapter("the day after");
  expect(await late.reads(), "emails to the guest who died").toHaveLength(0);
  expect([...life.standings].toSorted()).toEqual([...STANDINGS].toSorted());
});
