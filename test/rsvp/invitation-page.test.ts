import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "../../src/kernel/clock.ts";
import { signedInHost } from "../support/account.ts";
import { guestBrowser, YES as YES_FORM } from "../support/devices.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { browserHeaders, LAPTOP, openRequest } from "../support/guest-requests.ts";

/** The text of a page, without its head and tags. */
function textOf(html: string): string {
  const body = html.slice(html.indexOf("<body"));
  return body
    .replace(/<[^>]*>/g, " ")
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ");
}

/** An invited guest with a browser. */
async function invited(settings: Record<string, unknown> = {}) {
  const host = await signedInHost({ tier: "business" });
  const { eventId, ...fixture } = await makeEventFixture(host.id, 1);
  const { id, token } = firstOf({ eventId, ...fixture });
  const headers = browserHeaders();
  if (Object.keys(settings).length > 0) {
    expect((await host.api("PATCH", `/events/${eventId}`, settings)).status).toBe(200);
  }
  const send = async (init: RequestInit = {}, query = "") => {
    const response = await exports.default.fetch(
      new Request(`https://usher.test/i/${token}${query}`, { headers, ...init }),
    );
    const html = await response.text();
    return { status: response.status, html, text: textOf(html) };
  };
  return {
    host,
    eventId,
    page: (query?: string) => send({}, query),
    post: (fields: [string, string][]) => send({ method: "POST", body: new URLSearchParams(fields) }),
    rsvp: async () =>
      (await (await exports.default.fetch(openRequest(token, headers))).json<{ rsvp?: unknown }>()).rsvp,
    setEvent: (column: string, value: unknown) =>
      env.DB.prepare(`update events set ${column} = ? where id = ?`).bind(value, eventId).run(),
    id,
    token,
    setRsvp: (column: string, value: unknown) =>
      env.DB.prepare(`update rsvps set ${column} = ? where event_id = ?`).bind(value, eventId).run(),
    setGuest: (column: string, value: unknown) =>
      env.DB.prepare(`update guests set ${column} = ? where event_id = ? and id = ?`).bind(value, eventId, id).run(),
  };
}

const SUBMIT: [string, string] = ["intent", "submit"];
const YES: [string, string] = ["response", "attending"];
const SEND_WITH_FOCUS = /<button type="submit" class="wide[^"]*" autofocus="">/;
const bodyOf = (html: string) => html.slice(html.indexOf("<body"));
const checked = (value: string) => new RegExp(`<input[^>]* value="${value}" checked=""`);

describe("email link that preselects the response", () => {
  it("fills in the form and stores nothing", async () => {
    const guest = await invited();
    for (const response of ["attending", "maybe", "declined"]) {
      const { html } = await guest.page(`?answer=${response}`);
      expect(html).toMatch(checked(response));
    }
    expect((await guest.page("?answer=perhaps")).html).not.toContain('checked=""');
    expect(await guest.rsvp()).toBeUndefined();
  });

  it("focuses the send button, also with a mail program's own parameters", async () => {
    const guest = await invited();
    for (const query of ["?answer=maybe", "?utm_source=newsletter&answer=maybe&fbclid=x"]) {
      const { status, html } = await guest.page(query);
      expect([query, status]).toEqual([query, 200]);
      expect(html).toMatch(checked("maybe"));
      expect(html).toMatch(SEND_WITH_FOCUS);
    }
    for (const query of ["", "?answer=perhaps", "?answer="]) {
      expect((await guest.page(query)).html, query).not.toContain("autofocus");
    }
  });

  it.each([
    ["GET", "a link scanner", { "User-Agent": "LinkScanner/1.0" }],
    ["HEAD", "a link scanner", { "User-Agent": "LinkScanner/1.0" }],
    ["GET", "a browser", browserHeaders()],
    ["GET", "a browser that loads ahead", { ...browserHeaders(), "Sec-Purpose": "prefetch" }],
  ])("stores nothing for a %s by %s", async (method, _, headers) => {
    const guest = await invited();
    const link = `https://usher.test/i/${guest.token}?answer=attending`;
    expect((await exports.default.fetch(new Request(link, { method, headers }))).status).toBe(200);
    expect(await guest.rsvp()).toBeUndefined();
  });

  it("opens the edit form of a stored RSVP with the new response selected", async () => {
    const guest = await invited();
    await guest.post([SUBMIT, YES, ["plus_ones", "0"]]);
    const same = await guest.page("?answer=attending");
    expect(same.html).not.toContain("<details open");
    expect(same.html).not.toContain("autofocus");
    const { html } = await guest.page("?answer=declined");
    expect(html).toContain('<details open=""');
    expect(html).toMatch(checked("declined"));
    expect(html).toMatch(SEND_WITH_FOCUS);
  });

  it("shows another device no form, and keeps the selection during verification", async () => {
    const guest = await invited();
    await guest.setGuest("email", "ada@example.com");
    await guest.post([SUBMIT, YES, ["plus_ones", "0"]]);
    const elsewhere = await exports.default.fetch(
      new Request(`https://usher.test/i/${guest.token}?answer=declined`, { headers: browserHeaders(LAPTOP) }),
    );
    const html = await elsewhere.text();
    expect(html).not.toContain('name="response"');
    expect(html).not.toContain("autofocus");
    expect(html).toContain('<input type="hidden" name="answer" value="declined"/>');
  });

  it("focuses `declined` after the deadline, and nothing for `attending`", async () => {
    const guest = await invited();
    await guest.setEvent("rsvp_deadline", Date.UTC(2026, 5, 1, 12));
    expect((await guest.page("?answer=attending")).html).not.toContain("autofocus");
    expect((await guest.page("?answer=declined")).html).toMatch(SEND_WITH_FOCUS);
    await guest.setEvent("cancelled_at", Date.now());
    expect((await guest.page("?answer=declined")).html).not.toContain("autofocus");
  });
});

it("places the form before description, map and calendar, and the description last after `attending`", async () => {
  const guest = await invited({ venue: "Gartenweg 4, Berlin", description: "Bring shoes." });
  const orderOf = (html: string) => {
    const parts = {
      name: "<h1",
      answer: 'class="answer"',
      about: "Bring shoes.",
      map: "openstreetmap",
      calendar: "/calendar",
    };
    return Object.entries(parts)
      .map(([part, sign]) => [html.indexOf(sign), part] as const)
      .toSorted(([one], [other]) => one - other)
      .map(([at, part]) => (at < 0 ? `no ${part}` : part));
  };
  expect(orderOf(bodyOf((await guest.page()).html))).toEqual(["name", "answer", "about", "map", "calendar"]);
  const answered = await guest.post([SUBMIT, YES, ["plus_ones", "0"]]);
  expect(orderOf(bodyOf(answered.html))).toEqual(["name", "answer", "map", "calendar", "about"]);
});

it("repeats a long venue with the map link, and no short venue", async () => {
  const count = (html: string, text: string) => html.split(text).length - 1;
  const long = "The Old Orangery, Great Hall in the North Wing, Gartenweg 4, Berlin";
  expect(count(bodyOf((await (await invited({ venue: long })).page()).html), `<bdi>${long}</bdi>`)).toBe(2);
  const short = "Gartenweg 4, Berlin";
  expect(count(bodyOf((await (await invited({ venue: short })).page()).html), `<bdi>${short}</bdi>`)).toBe(1);
});

describe("companions on the invitation page", () => {
  const BEN: [string, string] = ["companions.0.name", "Ben"];
  const CLEO: [string, string] = ["companions.1.name", "Cleo"];
  const household = async () => {
    const guest = await invited({ companion_names: "required" });
    await guest.setGuest("party_size", 4);
    await guest.setGuest("companions", JSON.stringify([{ name: "Ben" }, { name: "Cleo" }]));
    return guest;
  };
  const sent: [string, string][] = [SUBMIT, YES, ["known", "2"], BEN, CLEO, ["companions.0.attending", "coming"]];

  it("says what is wrong with a name next to its field, and removes direction controls", async () => {
    const guest = await household();
    const withDora = (name: string): [string, string][] => [
      ...sent,
      ["companions.1.attending", "away"],
      ["more", "1"],
      ["companions.2.name", name],
    ];
    const refused = await guest.post(withDora("Do\u0001ra"));
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining("There's a hidden character in this."),
    ]);
    expect((await guest.post(withDora("\u2068Do\u202era\u2069"))).text).toContain("You, Ben and Dora.");
  });

  it("stores a response for each named person, and shows it", async () => {
    const guest = await household();
    const form = await guest.page();
    expect(form.text).toContain("Is Ben coming?");
    expect(form.text).toContain("Is anyone else coming with you? No one else 1 guest");
    const dora: [string, string][] = [
      ["more", "1"],
      ["companions.2.name", "Dora"],
    ];
    const answered = await guest.post([...sent, ["companions.1.attending", "away"], ...dora]);
    expect(answered.status).toBe(200);
    expect(answered.text).toContain("You, Ben and Dora.");
    expect(await guest.rsvp()).toMatchObject({
      plus_ones: 2,
      companions: [
        { name: "Ben", attending: true },
        { name: "Cleo", attending: false },
        { name: "Dora", attending: true },
      ],
    });
    expect((await guest.page()).html).toMatch(checked("away"));
  });

  it("returns the form as it was sent, with the error at the field", async () => {
    const guest = await household();
    const refused = await guest.post([...sent, ["more", "1"], ["companions.2.name", ""]]);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Please check the marked fields.");
    expect(refused.html).toMatch(
      /id="rsvp" name="companions.1.attending"[^>]*aria-describedby="companions.1.attending-problem"/,
    );
    const unnamed = await guest.post([
      ...sent,
      ["companions.1.attending", "away"],
      ["more", "1"],
      ["companions.2.name", ""],
    ]);
    expect([unnamed.status, unnamed.text]).toEqual([400, expect.stringContaining("Please fill this in.")]);
    expect(unnamed.html).toMatch(checked("away"));
    expect(unnamed.html).toMatch(/id="rsvp" name="companions.2.name"/);
    expect(await guest.rsvp()).toBeUndefined();
  });

  it("counts no companions for a declined RSVP", async () => {
    const guest = await household();
    const answered = await guest.post([...sent.filter((field) => field !== YES), ["response", "declined"]]);
    expect([answered.status, answered.text]).toEqual([200, expect.stringContaining("You'll be missed.")]);
  });
});

describe("questions on the invitation page", () => {
  const QUESTIONS = [
    { label: "Your meal?", kind: "choice", options: ["Fish", "Vegan"], required: true, scope: "person" },
    { label: "Songs?", help: "The band decides.", kind: "text" },
    { label: "Staying overnight?", kind: "yes_no", required: true },
    { label: "Which days?", kind: "choices", options: ["Friday", "Saturday"] },
    { label: "Parking spaces?", kind: "number" },
    { label: "From where?", kind: "choice", options: ["A", "B", "C", "D", "E", "F", "G"], when: "always" },
  ];

  /** An invited guest of an event with questions, and the names of the form's fields. */
  async function asked(settings: Record<string, unknown> = {}) {
    const guest = await invited(settings);
    const put = await guest.host.api("PUT", `/events/${guest.eventId}/questions`, { items: QUESTIONS });
    const { items } = await put.json<{ items: { id: string }[] }>();
    const ids = items.map(({ id }) => id);
    const [meal, songs, overnight, days, parking, from] = QUESTIONS.map(
      ({ kind, when }, index) => `${when === "always" ? "answers" : "coming"}.${kind}.${ids[index]}`,
    );
    return { ...guest, ids, names: { meal, songs, overnight, days, parking, from } as Record<string, string> };
  }
  const field = (name: string | undefined, value: string): [string, string] => [String(name), value];

  it("stores answers by their kind with the RSVP, and shows them", async () => {
    const { ids, names, ...guest } = await asked();
    const { text } = await guest.page();
    expect(text).toContain("Your meal? * (required) Fish Vegan");
    expect(text).toContain("Songs? The band decides.");
    const answered = await guest.post([
      SUBMIT,
      YES,
      field(names.meal, "Fish"),
      field(names.songs, "Waterloo"),
      field(names.overnight, "no"),
      ...["", "Friday", "Saturday"].map((day) => field(names.days, day)),
      field(names.parking, "1.5"),
      field(names.from, "G"),
    ]);
    expect(answered.status).toBe(200);
    const values = ["Fish", "Waterloo", false, ["Friday", "Saturday"], 1.5, "G"];
    const answers = Object.fromEntries(ids.map((id, index) => [id, values[index]]));
    expect(await guest.rsvp()).toMatchObject({ answers });
    expect(answered.text).toContain(
      "Your meal? Fish Songs? Waterloo Staying overnight? No Which days? Friday, Saturday",
    );
    const { html } = await guest.page();
    for (const value of ["Fish", "no", "Saturday"]) expect(html).toMatch(checked(value));
    expect(html).toMatch(/<option value="G" selected="">/);
    expect(html).toContain("Waterloo</textarea>");
  });

  it("returns the form with missing and wrong answers marked at their fields", async () => {
    const { ids, names, ...guest } = await asked();
    const refused = await guest.post([
      SUBMIT,
      YES,
      field(names.meal, "Beef"),
      field(names.songs, "Waterloo"),
      field(names.parking, "two"),
    ]);
    expect(refused.status).toBe(400);
    for (const name of [names.meal, names.overnight, names.parking]) {
      expect(refused.html).toContain(`id="${name}-problem"`);
    }
    expect(refused.html).toContain(`id="rsvp" name="${names.meal}"`);
    expect(refused.html).toContain("Waterloo</textarea>");
    expect(await guest.rsvp()).toBeUndefined();
  });

  it("ignores answers to attending-only questions for a declined RSVP", async () => {
    const { ids, names, ...guest } = await asked();
    const no: [string, string] = ["response", "declined"];
    const answered = await guest.post([SUBMIT, no, field(names.songs, "Waterloo"), field(names.from, "A")]);
    expect(answered.status).toBe(200);
    expect(await guest.rsvp()).toMatchObject({ answers: { [String(ids[5])]: "A" } });
    expect(answered.text).not.toContain("Waterloo");
  });

  it("asks each companion", async () => {
    const { names, ...guest } = await asked({ companion_names: "required" });
    await guest.setGuest("companions", JSON.stringify([{ name: "Ben" }]));
    const ben: [string, string][] = [
      ["known", "1"],
      ["companions.0.name", "Ben"],
      ["companions.0.attending", "coming"],
    ];
    const sent = [SUBMIT, YES, field(names.meal, "Fish"), field(names.overnight, "yes"), ...ben];
    const refused = await guest.post(sent);
    expect([refused.status, refused.html]).toEqual([
      400,
      expect.stringContaining(`id="rsvp" name="companions.0.${names.meal}"`),
    ]);
    const answered = await guest.post([...sent, field(`companions.0.${names.meal}`, "Vegan")]);
    expect(answered.text).toContain("Your meal? You: Fish Ben: Vegan");
  });
});

describe("seats on the invitation page", () => {
  const party = (guests: number): [string, string][] => [SUBMIT, YES, ["plus_ones", String(guests)]];
  const offer = (accept: string): [string, string][] => [
    ["intent", "offer"],
    ["accept", accept],
  ];

  /** A guest who waits, because two people want the one seat. */
  async function waiting() {
    const guest = await invited({ capacity: 1, waitlist: true });
    return { ...guest, answered: await guest.post(party(1)) };
  }
  /** The host offers it nevertheless. */
  async function offered() {
    const guest = await waiting();
    const made = await guest.host.api("POST", `/events/${guest.eventId}/guests/${guest.id}/offer`, { force: true });
    expect(made.status).toBe(200);
    return guest;
  }

  it("shows a waitlisted guest the position, without a door pass", async () => {
    const { answered, page } = await waiting();
    for (const { text, html } of [answered, await page()]) {
      expect(text).toContain("You're on the waitlist");
      expect(text).toContain("You're number 1 in line.");
      expect(html).not.toContain("door-code");
    }
  });

  it("lets a guest accept an offered seat", async () => {
    const { page, post } = await offered();
    const { text, html } = await page();
    expect(text).toContain("A seat has opened up for you");
    expect(text).toMatch(/We're holding it for you until \w+ \d+ \w+, \d\d:\d\d in Berlin +\(23 hours left\)/);
    expect(html).not.toContain("door-code");
    const taken = await post(offer("yes"));
    expect([taken.status, taken.text]).toEqual([200, expect.stringContaining("Thanks — ")]);
    expect(taken.text).toContain("You're going");
    expect(taken.html).toContain("door-code");
    const again = await post(offer("yes"));
    expect([again.status, again.text]).toEqual([200, expect.stringContaining("You're going")]);
    const late = await post(offer("no"));
    expect([late.status, late.text]).toEqual([409, expect.stringContaining("No seat is being held for you")]);
  });

  it("lets a guest decline an offer, and reply again after it has expired", async () => {
    const passed = await (await offered()).post(offer("no"));
    expect([passed.status, passed.text]).toEqual([200, expect.stringContaining("You can't make it")]);

    const late = await offered();
    await late.setRsvp("offer_expires_at", Date.now() - 1);
    expect((await late.page()).text).toContain("Your seat wasn't confirmed in time");
    expect((await late.post(offer("yes"))).text).toContain("The time to take the seat has passed.");
    expect((await late.page()).html).toContain("Ask for a seat again");
    await late.setRsvp("seat", null);
    expect((await late.page()).html).toContain("Ask for a seat again");
    const again = await late.post([["intent", "edit"], YES]);
    expect(again.text).toContain("You're on the waitlist");
  });

  it("returns the free seats to a party that is too large, with the form as it was", async () => {
    const guest = await invited({ capacity: 2 });
    const refused = await guest.post(party(3));
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining("There's only room for 2 more people."),
    ]);
    expect(refused.html).toContain('<option value="3" selected="">');
    expect((await guest.post(party(1))).text).toContain("You're going");
  });
});

describe("invitation page of a closed event", () => {
  it("offers only `declined` after the deadline", async () => {
    const guest = await invited();
    await guest.setEvent("rsvp_deadline", Date.UTC(2026, 5, 1, 12));
    const closed = await guest.page();
    expect(closed.text).toMatch(/RSVPs closed on Monday 1 June, 14:00 in Berlin ?\. ?You can still say no\./);
    expect(closed.html).not.toContain("Yes, I&#39;ll be there");
    const late = await guest.post([SUBMIT, YES]);
    expect([late.status, late.text]).toEqual([409, expect.stringContaining("RSVPs are closed.")]);
    expect((await guest.post([SUBMIT, ["response", "declined"]])).text).toContain("You can't make it");
  });

  it("still offers the seat after the deadline, and asks no question without a button", async () => {
    const guest = await invited();
    await guest.post([SUBMIT, YES]);
    await guest.setEvent("rsvp_deadline", Date.UTC(2026, 5, 1, 12));
    expect((await guest.page()).text).toContain("Can't make it after all?");
    await guest.setRsvp("seat", "offered");
    await guest.setRsvp("offer_expires_at", Date.now() + DAY_MS);
    const { text } = await guest.page();
    expect(text).toContain("Yes, I'll take it");
    expect(text).toMatch(/RSVPs closed on Monday 1 June, 14:00 in Berlin ?\. ?For anything else, please contact/);
  });

  it("says that the event was cancelled, with the host's message", async () => {
    const guest = await invited();
    await guest.setEvent("cancelled_at", Date.now());
    await guest.setEvent("cancel_message", "The orangery has flooded.");
    const { text, html } = await guest.page();
    expect(text).toContain("This event has been cancelled. The orangery has flooded.");
    expect(text).toContain("Remove from calendar");
    expect(html).not.toContain('name="response"');
    expect((await guest.post([SUBMIT, YES])).status).toBe(409);
  });

  it("says after the end that the event has ended, and without an end time that replies are closed", async () => {
    expect((await invited().then(({ page }) => page())).text).toContain("Add to calendar");
    const guest = await invited();
    await guest.setEvent("event_date", Date.now() - DAY_MS);
    await guest.setEvent("end_time", Date.now() - HOUR_MS);
    const ended = await guest.page();
    expect(ended.text).toContain("This event has ended");
    expect(ended.text).not.toContain("Add to calendar");
    await guest.setEvent("end_time", null);
    const { text, html } = await guest.page();
    expect(text).toContain("RSVPs are closed");
    expect(text).not.toContain("ended");
    expect(text).not.toContain("Add to calendar");
    expect(html).not.toContain('name="response"');
  });
});

it("says when the doors open, and links a map that receives nothing about the guest", async () => {
  const event = { venue: "Gartenweg 4, Berlin", timezone: "Europe/Berlin" };
  const times = { event_date: "2031-06-14T16:00:00Z", end_time: null, door_opens_at: "2031-06-14T15:30:00Z" };
  const guest = await invited({ ...event, ...times });
  const { text, html } = await guest.page();
  expect(text).toContain("Doors open at 17:30");
  const map = '<a href="https://www.openstreetmap.org/search?query=Gartenweg%204%2C%20Berlin" rel="noreferrer">';
  expect(html).toContain(map);
});

describe("invitation page on the day of the event", () => {
  /** A zone in which it is about noon, so that the day does not end meanwhile. */
  function noonZone(): string {
    const ahead = 12 - new Date().getUTCHours();
    return ahead === 0 ? "UTC" : `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
  }

  it.each([
    ["en", "Doors open in 40 minutes"],
    ["de", "Einlass in 40 Minuten"],
    ["ar", "تُفتح الأبواب بعد 40 دقيقة"],
    ["ja", "40分後に開場"],
    ["tr", "Kapılar 40 dakika sonra açılıyor"],
  ])("opens on the pass, and says when the doors open: %s", async (locale, said) => {
    const guest = await invited({ venue: "Gartenweg 4" });
    await guest.setGuest("locale", locale);
    await guest.post([SUBMIT, YES]);
    expect((await guest.page()).html).toMatch(/class="soon" hidden=""/);
    await guest.setEvent("timezone", noonZone());
    const opensAt = Date.now() + 40 * 60_000;
    await guest.setEvent("door_opens_at", opensAt);
    await guest.setEvent("event_date", opensAt + 3_600_000);
    await guest.setEvent("end_time", opensAt + 7_200_000);
    const { html, text } = await guest.page();
    expect(text.replace(/[\u2066-\u2069]/g, "")).toContain(said);
    expect(html).not.toMatch(/class="soon" hidden/);
    expect(html.indexOf('id="door-code"')).toBeLessThan(html.indexOf("<h1>"));
  });

  it("counts down to the start without an opening time, and shows nothing without a pass", async () => {
    const guest = await invited();
    await guest.setEvent("timezone", noonZone());
    await guest.setEvent("door_opens_at", null);
    await guest.setEvent("event_date", Date.now() + 180 * 60_000);
    expect((await guest.page()).html).not.toContain(`class="soon"`);
    expect((await guest.post([SUBMIT, YES])).text).toContain("Starts in 3 hours");
    await guest.setEvent("event_date", Date.now() - 60_000);
    expect((await guest.page()).html).toMatch(/class="soon" hidden=""[^>]*><\/p>/);
  });
});

it("redirects only a browser with its cookie to the RSVP", async () => {
  const guest = await invited();
  const send = (headers: Record<string, string>) =>
    exports.default.fetch(
      new Request(`https://usher.test/i/${guest.token}`, {
        method: "POST",
        body: new URLSearchParams(YES_FORM),
        headers,
        redirect: "manual",
      }),
    );
  const phone = guestBrowser();
  await phone.visit(guest.token);
  const cookie = { ...phone.headers, Cookie: `__Secure-usher-device=${phone.cookies.get(guest.token)}` };
  const left = await send(cookie);
  expect([left.status, left.headers.get("location")]).toEqual([303, `/i/${guest.token}?answered=1#pass`]);
  const thanked = await exports.default.fetch(
    new Request(`https://usher.test/i/${guest.token}?answered=1`, { headers: cookie }),
  );
  expect(await thanked.text()).toMatch(/<h2 id="pass"[^>]*>You&#39;re going<\/h2><p id="given" role="status">Thanks/);
  const scripted = await send({ ...cookie, "Sec-Fetch-Mode": "cors" });
  expect([scripted.status, await scripted.text()]).toEqual([200, expect.stringContaining('id="pass"')]);

  const other = await invited();
  expect((await other.post([SUBMIT, YES])).status).toBe(200);
});
