const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS_AHEAD = 30;
const DEADLINE_DAYS_BEFORE = 7;
const HOURS_LONG = 5;

/** The body of `POST /events`. */
interface DemoEvent {
  name: string;
  [field: string]: unknown;
}

/** An event in a month in Berlin, from 18:00 in summer and 17:00 in winter, that has every setting of events. */
export function demoEvent(now: number): DemoEvent {
  const begin = new Date(now + DAYS_AHEAD * DAY_MS).setUTCHours(16, 0, 0, 0);
  const at = (moment: number) => new Date(moment).toISOString();
  return {
    name: "Orangery Supper",
    description:
      "A long table, six courses and a band that knows when to stop.\n\nThe orangery is heated, the garden isn't: bring something warm.",
    venue: "The Old Orangery, Gartenweg 4, Berlin",
    event_date: at(begin),
    end_time: at(begin + HOURS_LONG * HOUR_MS),
    door_opens_at: at(begin - HOUR_MS / 2),
    rsvp_deadline: at(begin - DEADLINE_DAYS_BEFORE * DAY_MS),
    timezone: "Europe/Berlin",
    capacity: 14,
    waitlist: true,
    companion_names: "optional",
  };
}

/** An event that begins in two hours, so that its door is open. */
export function eventTonight(now: number): DemoEvent {
  return {
    name: "Quiz Night",
    description: "Eight rounds, and the losers wash the glasses.",
    venue: "The Back Room, Gartenweg 6, Berlin",
    event_date: new Date(now + 2 * HOUR_MS).toISOString(),
    end_time: new Date(now + 2 * HOUR_MS + HOURS_LONG * HOUR_MS).toISOString(),
    timezone: "Europe/Berlin",
  };
}

/** What the event asks, one question of each kind. */
export const QUESTIONS = [
  {
    label: "Which main course would you like?",
    kind: "choice",
    options: ["Fish", "Lamb", "Vegan"],
    required: true,
    scope: "person",
  },
  { label: "Anything you can't eat?", kind: "text", scope: "person" },
  { label: "Which songs should the band play?", kind: "choices", options: ["Waltzes", "Swing", "The loud ones"] },
  { label: "Will you stay overnight?", help: "There are rooms next door.", kind: "yes_no" },
  { label: "How many parking spaces do you need?", kind: "number" },
];

/** The host's own words. */
export const TEXTS = {
  invitation: {
    subject: "A long table, and a chair for you",
    body: "Hi {{first_name}}, we've set a very long table and would love you to sit at it.",
  },
  confirmation: { body: "Wonderful! We'll keep your chair warm." },
  reminder_footer: "Bring something warm: the garden isn't heated.",
};
