import { expect, it } from "vitest";
import { STANDINGS } from "../../src/kernel/rsvp.ts";
import { some } from "../support/rounds.ts";
import { LAPTOP } from "../support/user-agents.ts";
import { cast, LIFE_TIMEOUT_MS } from "./cast.ts";
import { Life } from "./life.ts";
import { having, truthOf } from "./truth.ts";

/** The company's two locations. Everybody at a location has its address, and everybody has the company's laptop. */
const OFFICES = ["198.51.100.7", "203.0.113.40"];

it("never contradicts itself at a company's party, whose employees reply from two addresses", {
  tags: "rounds",
  timeout: LIFE_TIMEOUT_MS,
}, async () => {
  const size = some(40, 300);
  const life = await Life.begin(
    "2027-05-03T07:30:00Z",
    { name: "Northwind Events" },
    {
      name: "Summer party",
      venue: "Harbour hall",
      event_date: "2027-06-24T16:00:00Z",
      timezone: "Europe/Berlin",
      rsvp_deadline: "2027-06-10T22:00:00Z",
      capacity: size,
      waitlist: true,
    },
  );
  const { items } = await life.does<{ items: { id: string }[] }>("PUT", "/questions", {
    items: [
      {
        label: "Lunch",
        kind: "choice",
        options: ["Meat", "Vegetarian"],
        required: true,
        scope: "guest",
        when: "attending",
      },
    ],
  });
  const lunch = `coming.choice.${items[0]?.id}`;
  const staff = await life.lists(
    cast(size, () => ({ party_size: 2, tags: ["staff"] })),
    (index) => ({ address: OFFICES[index % 2] ?? "", userAgent: LAPTOP }),
  );
  await life.chapter("the list is made");

  // One email at ten, and everybody replies within twenty minutes.
  await life.until("2027-05-03T08:00:00Z");
  await life.step("everybody is invited", staff.slice(0, 3), () => life.invites(staff));
  for (let minute = 1; minute <= 20; minute++) {
    await life.until(`2027-05-03T08:${String(minute).padStart(2, "0")}:00Z`);
    const now = staff.filter((_, index) => index % 20 === minute - 1 && index % 13 !== 12);
    await life.step(`the replies of minute ${minute}`, now, () =>
      Promise.all(
        now.map((person, index) =>
          index % 5 === 4
            ? person.says({ response: "declined" })
            : person.says({ response: "attending", people: 1 + (index % 2), fields: { [lunch]: "Meat" } }),
        ),
      ),
    );
  }
  await life.chapter("the day of the email");
  expect(await life.standing("silent")).toHaveLength(staff.filter((_, index) => index % 13 === 12).length);

  // The hall has a limit. An employee who can't come makes room for a colleague, and one colleague misses the email.
  const [first, second] = await life.standing("coming");
  const [undecided] = await life.standing("silent");
  if (first === undefined || second === undefined || undecided === undefined) throw new Error("nobody comes");
  await life.step("an employee is not sure", [undecided], () => undecided.says({ response: "maybe" }));
  await life.step("an employee can't come after all", [first], () => first.says({ response: "declined" }));
  await life.chapter("a seat is offered");
  for (const person of await life.standing("offered")) {
    await life.step("the offer is accepted", [person], () => person.answersOffer(true));
  }
  await life.step("another can't come after all", [second], () => second.says({ response: "declined" }));
  await life.until("2027-05-05T09:00:00Z");
  await life.chapter("an offer ran out");

  // The deadline is midnight: the last call goes out before it, and nothing asks after it.
  await life.until("2027-06-08T12:00:00Z");
  await life.chapter("the last call");
  await life.until("2027-06-11T12:00:00Z");
  await life.chapter("replies are closed");

  // Two gates check in at the same time; some bring nobody after all, one brings a third person.
  await life.until("2027-06-24T15:30:00Z");
  const coming = having(await truthOf(life.eventId), "coming");
  const touched = coming.flatMap(({ name }) => life.people.get(name) ?? []);
  for (let from = 0; from < coming.length; from += 10) {
    const arriving = coming.slice(from, from + 10);
    await life.step("ten parties arrive at two gates", touched.slice(from, from + 2), () =>
      Promise.all(
        arriving.map(({ id, heads }, index) => {
          const count = index === 0 ? 1 : heads;
          return life.does("POST", "/check-in", { guest_id: id, arrival_count: count });
        }),
      ),
    );
  }
  await life.step("two walk in", [], () => life.does("POST", "/walk-ins", { name: "Wim Extra", arrival_count: 2 }));
  await life.chapter("the party");
  await life.until("2027-06-25T12:00:00Z");
  await life.chapter("the day after");
  expect([...life.standings].toSorted()).toEqual([...STANDINGS].toSorted());
});
