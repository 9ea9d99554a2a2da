import { describe, expect, it } from "vitest";
import { changesOf, fieldName, shownValue } from "../../console/src/routes/log/changes.ts";

describe("changes of a log entry", () => {
  it("lists the fields that differ, without IDs", () => {
    const before = { response: "attending", plus_ones: 1, guest_id: "g1", note: "" };
    const after = { response: "declined", plus_ones: 1, guest_id: "g2", note: null };
    expect(changesOf({ before, after })).toEqual([{ field: "response", before: "attending", after: "declined" }]);
    expect(changesOf({ before: null, after: { role: "editor" } })).toEqual([
      { field: "role", before: null, after: "editor" },
    ]);
  });

  it("translates field names and values", () => {
    expect(fieldName("event_date")).toEqual({ kind: "words", key: "field-event_date" });
    expect(fieldName("future_field")).toEqual({ kind: "text", text: "Future field" });
    expect(shownValue("response", "declined")).toEqual({ kind: "words", key: "value-declined" });
    expect(shownValue("lost_links", false)).toEqual({ kind: "words", key: "value-false" });
    expect(shownValue("languages", "de, pt-BR")).toEqual({ kind: "languages", tags: ["de", "pt-BR"] });
    expect(shownValue("channel", "sms")).toEqual({ kind: "words", key: "value-sms" });
    expect(shownValue("audience", "attending")).toEqual({ kind: "audience", audience: "attending" });
    expect(shownValue("capacity", 40)).toEqual({ kind: "text", text: "40" });
  });

  it("formats times, and leaves text that people wrote unchanged", () => {
    const at = "2027-06-12T18:30:00.000Z";
    expect(shownValue("event_date", at)).toEqual({ kind: "time", at });
    expect(shownValue("name", "maybe")).toEqual({ kind: "text", text: "maybe" });
    expect(shownValue("subject", at)).toEqual({ kind: "text", text: at });
  });
});
