import { expect, it } from "vitest";
import { STANDINGS } from "../../src/kernel/rsvp.ts";
import { call, type Host, signedInHost, signInAgain } from "../support/account.ts";
import { storeInvite } from "../support/invites.ts";
import { mailTo } from "../support/mailbox.ts";
import { cast, LIFE_TIMEOUT_MS } from "./cast.ts";
import { Life } from "./life.ts";

const DAYS = ["2027-02-05", "2027-03-05", "2027-04-02", "2027-05-07"];

async function joins(life: Life, member: Host, role: "editor" | "viewer"): Promise<void> {
  const invite = await storeInvite(life.eventId, { email: member.email, invitedBy: life.host.id, role });
  const again = await signInAgain(member);
  expect((await again.api("POST", `/invites/${invite.token}/accept`)).status).toBe(200);
}

it(
  "never contradicts itself in a series, and emails members and guests if its owner deletes the account",
  async () => {
    const life = await Life.begin(
      "2027-01-04T10:00:00Z",
      { name: "Chess club" },
      {
        name: "Chess evening in January",
        venue: "Café Central",
        event_date: "2027-01-08T18:00:00Z",
        timezone: "Europe/Vienna",
        capacity: 6,
        waitlist: true,
      },
    );
    const editor = await signedInHost({ name: "Erik Editor" });
    const viewer = await signedInHost({ name: "Vera Viewer" });
    await joins(life, editor, "editor");
    await joins(life, viewer, "viewer");
    const club = await life.lists(cast(12));
    await life.step("the club but one is invited", club, () => life.invites(club.slice(0, -1)));
    for (const [index, person] of club.slice(0, 10).entries()) {
      const response = index === 5 ? "declined" : index === 6 ? "maybe" : "attending";
      await life.step(`${person.name}: ${response}`, [person], () => person.says({ response }));
    }
    await life.chapter("the first evening");
    const [first] = await life.standing("coming");
    await life.step("a player can't come", [], async () => first?.says({ response: "declined" }));
    await life.chapter("a seat is offered");
    await life.until("2027-01-05T12:00:00Z");
    await life.chapter("the offer ran out, and the next is made");
    await life.until("2027-01-08T18:30:00Z");
    for (const person of (await life.standing("coming")).slice(0, 3)) {
      await life.step(`${person.name} arrives`, [person], () =>
        life.does("POST", "/check-in", { guest_id: person.id }),
      );
    }
    await life.step("a friend comes along", [], () => life.does("POST", "/walk-ins", { name: "Fritz Freund" }));
    await life.until("2027-01-09T12:00:00Z");
    await life.chapter("the day after");

    // The series: the event is copied with its guests, and each copy has its own life.
    let evening = life;
    for (const [index, day] of DAYS.entries()) {
      evening = await evening.copies(`Chess evening ${index + 2}`, `${day}T18:00:00Z`);
      const players = [...evening.people.values()];
      await evening.chapter(`evening ${index + 2} was copied`);
      await joins(evening, editor, "editor");
      await joins(evening, viewer, "viewer");
      await evening.step("the club is invited again", players.slice(0, 3), () => evening.invites(players));
      for (const person of players.slice(index, index + 4)) {
        await evening.step(`${person.name} says yes`, [person], () => person.says({ response: "attending" }));
      }
      if (index < DAYS.length - 1) await evening.until(`${day.slice(0, 8)}28T12:00:00Z`);
    }
    await evening.chapter("the last evening is ahead");

    // A member leaves, and then the only owner deletes the account.
    const leaving = await signInAgain(viewer);
    expect((await leaving.api("DELETE", `/events/${evening.eventId}/collaborators/me`)).status).toBe(204);
    await evening.chapter("a member has left");
    const told = [...evening.people.values()].filter(({ email }) => email !== null);
    for (const person of told) await person.reads();
    expect((await (await signInAgain(life.host)).api("DELETE", "/me")).status).toBe(204);
    await evening.settles();
    expect((await mailTo(editor.email, { subject: "An event that you helped run was closed" })).text).toContain(
      "Chess evening 5",
    );
    for (const person of told) {
      const [mail] = await person.reads();
      expect(mail?.subject, person.name).toBe("Your invitation to Chess evening 5 has ended");
      const response = await call("GET", `/i/${person.token}`, undefined, person.browser.headers);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain("This link no longer works");
    }
    expect([...life.standings].toSorted()).toEqual([...STANDINGS].toSorted());
  },
  LIFE_TIMEOUT_MS,
);
