import { expect, it } from "vitest";
import { STANDINGS } from "../../src/kernel/rsvp.ts";
import { freshAddress } from "../support/account.ts";
import { cast, LIFE_TIMEOUT_MS } from "./cast.ts";
import { Life } from "./life.ts";
import { sentencesIn } from "./person.ts";

it(
  "never contradicts itself at a dinner abroad, whose guests have links and no email addresses",
  async () => {
    const life = await Life.begin(
      "2027-02-01T18:00:00Z",
      { name: "Marta", locale: "en" },
      {
        name: "Dinner in Lisbon",
        venue: "Rua da Rosa 12",
        event_date: "2027-03-20T20:00:00Z",
        timezone: "Europe/Lisbon",
        rsvp_deadline: "2027-03-10T23:59:00Z",
        capacity: 12,
        waitlist: true,
        offer_hours: 24,
      },
    );
    const guests = await life.lists(
      cast(12, (index) => ({ email: null, phone: `+49151100000${10 + index}`, party_size: 2 })),
    );
    await life.step("all links but one are shared by hand", guests, () => life.invites(guests.slice(0, -1), false));
    expect(sentencesIn((await guests[0]?.opens()) ?? "")).toContain("Lisbon");
    for (const [index, person] of guests.slice(0, 9).entries()) {
      const response = index === 7 ? "declined" : index === 8 ? "maybe" : "attending";
      const people = response === "attending" ? 1 + Number(index < 4) : undefined;
      await life.step(`${person.name}: ${response}`, [person], () =>
        person.says({ response, ...(people === undefined ? {} : { people }) }),
      );
    }
    await life.chapter("nine replied");

    // A guest travels: another network, the same phone.
    const [traveller] = guests;
    if (traveller === undefined) throw new Error("there are no guests");
    traveller.browser.headers["CF-Connecting-IP"] = freshAddress();
    await life.step("a guest opens the link abroad", [traveller], () => traveller.opens());
    const [late, later] = await life.standing("silent");
    if (late === undefined || later === undefined) throw new Error("everybody has replied");
    await life.step("one more comes", [late], () => late.says({ response: "attending", people: 1 }));
    await life.step("the table is full for the next", [later], () => later.says({ response: "attending", people: 1 }));
    await life.chapter("the table is full");
    await life.step("a guest can't come", [late], () => late.says({ response: "declined" }));
    await life.chapter("the seat is offered to a guest without an email address");
    await life.until("2027-02-03T18:00:00Z");
    await life.chapter("the offer ran out, because nobody could write");

    await life.until("2027-03-11T09:00:00Z");
    await life.chapter("replies are closed");
    await life.until("2027-03-20T19:30:00Z");
    for (const person of guests.slice(0, 3)) {
      await life.step(`${person.name} arrives`, [person], () =>
        life.does("POST", "/check-in", { guest_id: person.id }),
      );
    }
    await life.step("a friend comes along", [], () => life.does("POST", "/walk-ins", { name: "Wanda Freund" }));
    await life.chapter("the dinner");
    await life.until("2027-03-21T12:00:00Z");
    await life.chapter("the day after");
    expect([...life.standings].toSorted()).toEqual([...STANDINGS].toSorted());
  },
  LIFE_TIMEOUT_MS,
);
