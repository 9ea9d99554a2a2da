import { expect, it } from "vitest";
import { STANDINGS } from "../../src/kernel/rsvp.ts";
import { some } from "../support/rounds.ts";
import { cast, LIFE_TIMEOUT_MS } from "./cast.ts";
import { Life } from "./life.ts";

it("never contradicts itself at a conference with a waitlist that is cancelled and goes ahead after all", {
  tags: "rounds",
  timeout: LIFE_TIMEOUT_MS,
}, async () => {
  const size = some(28, 600);
  const capacity = Math.floor(size / 2);
  const life = await Life.begin(
    "2027-08-02T09:00:00Z",
    { name: "Mapmakers" },
    {
      name: "Mapmakers' conference",
      venue: "Old library",
      event_date: "2027-09-14T07:00:00Z",
      end_time: "2027-09-14T16:00:00Z",
      timezone: "Europe/Amsterdam",
      capacity,
      waitlist: true,
      offer_hours: 24,
    },
  );
  const people = await life.lists(
    cast(size, (index) => ({ party_size: 1, tags: index % 9 === 0 ? ["speaker"] : ["visitor"] })),
  );
  await life.step("all but one are invited", people.slice(0, 4), () => life.invites(people.slice(0, -1)));
  const replying = people.slice(0, Math.floor(size * 0.8));
  for (let from = 0; from < replying.length; from += 8) {
    const now = replying.slice(from, from + 8);
    await life.step("eight reply", now, () =>
      Promise.all(now.map((person, index) => person.says({ response: index === 7 ? "maybe" : "attending" }))),
    );
  }
  await life.chapter("the hall is full");

  // Seats become free, are offered and accepted, declined or left.
  await life.until("2027-08-20T09:00:00Z");
  for (const [index, person] of (await life.standing("coming")).slice(0, 4).entries()) {
    await life.step(`${person.name} can't make it`, [person], () => person.says({ response: "declined" }));
    if (index === 0) await life.chapter("a seat is offered");
    // Each a little later in the day, so that no offer ends at that very time.
    await life.until(`2027-08-2${1 + 2 * index}T${10 + 3 * index}:00:00Z`);
    const [stillOffered] = await life.standing("offered");
    if (stillOffered === undefined || index === 3) continue;
    await life.step(`${stillOffered.name} answers`, [stillOffered], () => stillOffered.answersOffer(index % 2 === 0));
  }
  await life.chapter("offers");

  // A storm: the day is cancelled, and two days later it goes ahead.
  await life.until("2027-09-01T09:00:00Z");
  await life.step("the day is cancelled", people.slice(0, 6), () =>
    life.does("POST", "/cancel", { message: "The library is under water." }),
  );
  await life.until("2027-09-01T10:30:00Z");
  await life.chapter("cancelled");
  await life.until("2027-09-03T09:00:00Z");
  await life.step("it goes ahead after all", people.slice(0, 6), () =>
    life.does("POST", "/reinstate", { notify: true }),
  );
  await life.until("2027-09-03T10:30:00Z");
  await life.chapter("it goes ahead");

  await life.until("2027-09-13T12:00:00Z");
  await life.chapter("the day before");
  await life.until("2027-09-14T06:30:00Z");
  for (const person of (await life.standing("coming")).slice(0, 12)) {
    await life.step(`${person.name} arrives`, [person], () => life.does("POST", "/check-in", { guest_id: person.id }));
  }
  for (const name of ["Wanda Walkin", "Wes Walkin"]) {
    await life.step(`${name} walks in`, [], () => life.does("POST", "/walk-ins", { name }));
  }
  await life.chapter("the doors are open");
  await life.until("2027-09-14T18:00:00Z");
  await life.chapter("the day is over");
  expect([...life.standings].toSorted()).toEqual([...STANDINGS].toSorted());
});
