import type { LiveEvent } from "@usher/client";
import type { Key } from "../../i18n/areas.ts";

/** The text of an activity, with what it is about. `name` is empty where it is about nobody. */
export interface Sentence {
  key: Extract<Key<"overview">, `did-${string}`>;
  values: { name: string; count: number };
}

/** What the feed has words for; it shows neither changes of the list nor what became of mails. */
export type News = Exclude<LiveEvent, { type: `guest.${string}` | `invitation.${string}` | "activity.erased" }>;

type Answer = Extract<LiveEvent, { type: "rsvp.submitted" | "rsvp.updated" }>;

/** What happened, as a text of the catalogue. */
export function sentenceOf(event: News): Sentence {
  const name = "guest" in event ? event.guest.name : "";
  const said = (key: Sentence["key"], count = 0): Sentence => ({ key, values: { name, count } });
  switch (event.type) {
    case "access.scored":
      return said(accessKey(event));
    case "rsvp.submitted":
      return said(answerKey(event, "did-answer"), event.plus_ones);
    case "rsvp.updated":
      return said(answerKey(event, "did-change"), event.plus_ones);
    case "check_in.recorded":
      return said(event.walk_in ? "did-walk-in" : "did-check-in", event.arrival_count);
    case "check_in.arrived":
      return said("did-arrive", event.arrival_count);
    case "check_in.undone":
      return said("did-undo");
    case "waitlist.offered":
      return said("did-offer", event.heads);
    case "challenge.sent":
      return said("did-get-code");
    case "challenge.passed":
      return said("did-enter-code");
    case "challenge.failed":
      return said("did-guess-code");
    case "access.reported":
      return said("did-report");
    case "event.updated":
      return said("did-event-change");
    case "event.cancelled":
      return said("did-event-cancel");
  }
}

function accessKey({ risk, automated }: Extract<LiveEvent, { type: "access.scored" }>): Sentence["key"] {
  if (risk === "block") return "did-blocked";
  return automated ? "did-scan" : "did-open";
}

function answerKey({ response, seat }: Answer, prefix: "did-answer" | "did-change"): Sentence["key"] {
  if (response === "attending" && seat === "waitlisted") return `${prefix}-waitlisted`;
  return `${prefix}-${response}`;
}
