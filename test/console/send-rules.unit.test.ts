import type { Message } from "@usher/client";
import { describe, expect, it } from "vitest";
import { changesOf, creationOf, draftOf, newDraft } from "../../console/src/routes/messages/message-draft.ts";
import { linksCsv, outcomeOf, type Result } from "../../console/src/routes/send/outcome.ts";
import {
  conflictsOf,
  edited,
  FIELDS,
  resolveConflict,
  unsaved,
  type Words,
  withDraft,
} from "../../console/src/routes/send/words.ts";

const SAVED: Words = {
  "invitation-subject": "",
  "invitation-body": "Come!",
  "confirmation-body": "",
  "reminder-footer": "",
};

const RESULT: Result = {
  guest_id: "1",
  name: "Ada",
  email: null,
  phone: null,
  link: "https://usher.example/i/x",
  notified: false,
  reason: "no_address",
  notify_after: null,
};

describe("draft of custom texts", () => {
  it("drops an edit that equals the saved text", () => {
    const draft = edited({}, SAVED, "invitation-body", "Do come!");
    expect(withDraft(SAVED, draft)["invitation-body"]).toBe("Do come!");
    expect(edited(draft, SAVED, "invitation-body", "Come!")).toEqual({});
    expect(unsaved(draft, { ...SAVED, "invitation-body": "Do come!" }, draft, FIELDS)).toEqual({});
  });

  it("keeps text typed during a save, without a conflict", () => {
    const sent = edited({}, SAVED, "invitation-body", "Do come! ");
    const saved = { ...SAVED, "invitation-body": "Do come!" };
    expect(unsaved(sent, saved, sent, FIELDS)).toEqual({});
    const typed = edited(edited(sent, SAVED, "invitation-body", "Do come, both!"), SAVED, "reminder-footer", "Bye!");
    const left = unsaved(typed, saved, sent, ["invitation-body"]);
    expect(withDraft(saved, left)).toEqual({
      ...SAVED,
      "invitation-body": "Do come, both!",
      "reminder-footer": "Bye!",
    });
    expect(conflictsOf(left, saved)).toEqual([]);
  });

  it("conflicts with texts that another host has saved since, until the host chooses", () => {
    const draft = edited({}, SAVED, "invitation-body", "Mine");
    const theirs = { ...SAVED, "invitation-body": "Theirs" };
    expect(conflictsOf(draft, theirs)).toEqual(["invitation-body"]);
    expect(conflictsOf(draft, { ...SAVED, "confirmation-body": "Theirs" })).toEqual([]);
    expect(conflictsOf(resolveConflict(draft, theirs, "invitation-body", "mine"), theirs)).toEqual([]);
    expect(withDraft(theirs, resolveConflict(draft, theirs, "invitation-body", "theirs"))).toEqual(theirs);
  });
});

describe("outcomes of invitations", () => {
  it("groups guests by the host's next step", () => {
    const { sent, linkOnly, already, refused } = outcomeOf([
      RESULT,
      { ...RESULT, notified: true, reason: null },
      { ...RESULT, reason: "already_mailed" },
      { ...RESULT, reason: "unsubscribed" },
    ]);
    expect([sent.length, linkOnly.length, already.length, refused.length]).toEqual([1, 1, 1, 1]);
  });

  it("exports a CSV file without formulas or broken rows", () => {
    const csv = linksCsv(
      [
        { ...RESULT, name: '=HYPERLINK("https://evil.example")', phone: "+49 170 123" },
        { ...RESULT, name: "Ada, Countess\nof Lovelace" },
      ],
      ["Name", "Email", "Phone", "Link"],
    );
    expect(csv).toBe(
      '\uFEFFName,Email,Phone,Link\r\n"\'=HYPERLINK(""https://evil.example"")",,+49 170 123,https://usher.example/i/x\r\n"Ada, Countess\nof Lovelace",,,https://usher.example/i/x\r\n',
    );
  });
});

const times = { created_at: "2027-01-01T00:00:00.000Z", updated_at: "2027-01-02T00:00:00.000Z", finished_at: null };
const reminder: Message = {
  ...times,
  id: "1",
  event_id: "2",
  kind: "reminder",
  slug: "reminder_7d",
  audience: "attending",
  channel: "email",
  subject: "Soon",
  body: "See you",
  send_at: "2027-06-05T16:30:00.000Z",
  not_invited: "include",
  status: "scheduled",
  skip_reason: null,
};

describe("message draft", () => {
  it("has a subject only as an email, and a time only when it is scheduled", () => {
    const draft = { ...newDraft(["1"]), subject: "A", body: "B", at: "2027-06-12T18:30" };
    const chosen = {
      guest_ids: ["1"],
      channel: "email",
      not_invited: "skip",
      body: "B",
      subject: "A",
      mode: "send_now",
    };
    expect(creationOf(draft, "Europe/Berlin")).toEqual(chosen);
    const later = creationOf({ ...draft, audience: "tag:family", channel: "sms", when: "later" }, "Europe/Berlin");
    const expected = {
      audience: "tag:family",
      not_invited: "skip",
      channel: "sms",
      body: "B",
      subject: null,
      mode: "schedule",
    };
    expect(later).toEqual({ ...expected, send_at: "2027-06-12T16:30:00.000Z" });
  });

  it("sends only changed fields, so that a moved reminder stays a reminder", () => {
    const draft = { ...draftOf(reminder, [], "Europe/Berlin"), at: "2027-06-06T09:00" };
    expect(changesOf(reminder, [], draft, "Europe/Berlin")).toEqual({
      mode: "schedule",
      send_at: "2027-06-06T07:00:00.000Z",
      expected_updated_at: reminder.updated_at,
    });
  });

  it("sends the chosen guests only when they have changed", () => {
    const chosen = { ...reminder, audience: "chosen" as const };
    const draft = draftOf(chosen, ["a", "b"], "Europe/Berlin");
    expect(changesOf(chosen, ["b", "a"], draft, "Europe/Berlin")).not.toHaveProperty("guest_ids");
    const fewer = { ...draft, guestIds: ["b"] };
    expect(changesOf(chosen, ["a", "b"], fewer, "Europe/Berlin")).toMatchObject({ guest_ids: ["b"] });
    const everyone = changesOf(chosen, ["a", "b"], { ...draft, audience: "everyone" }, "Europe/Berlin");
    expect(everyone).toMatchObject({ audience: "everyone" });
    expect(everyone).not.toHaveProperty("guest_ids");
  });
});
