import { expect, it } from "vitest";
import { type SearchIndex, search } from "../../../src/pages/client/reference/search.ts";

const INDEX: SearchIndex = {
  operations: [
    ["/docs/guests#createGuest", "POST", "/events/{eventId}/guests", "Add a guest", "createGuest"],
    ["/docs/events#createEvent", "POST", "/events", "Create an event", "createEvent"],
  ],
  fields: [
    ["email", [0]],
    ["name", [0, 1]],
  ],
  codes: [
    ["duplicate_guest", "Another guest has the same `email`."],
    ["event_over", "The event has ended."],
  ],
};

it("finds an operation by ID, words or path, and ranks it before partial matches", () => {
  expect(search(INDEX, "createEvent")[0]?.href).toBe("/docs/events#createEvent");
  expect(search(INDEX, "ADD guest")[0]?.href).toBe("/docs/guests#createGuest");
  expect(search(INDEX, "post /events").map(({ title }) => title)).toEqual(["Create an event", "Add a guest"]);
});

it("finds a field in every operation that has it, and a code with its cause", () => {
  expect(search(INDEX, "name").map(({ kind, detail }) => [kind, detail])).toEqual([
    ["field", "Add a guest"],
    ["field", "Create an event"],
  ]);
  expect(search(INDEX, "duplicate")).toEqual([
    {
      kind: "error",
      href: "/docs/errors#duplicate_guest",
      title: "duplicate_guest",
      detail: "Another guest has the same email.",
    },
  ]);
});

it("returns nothing for an empty query or if a word is missing", () => {
  expect(search(INDEX, "  ")).toEqual([]);
  expect(search(INDEX, "guest nowhere")).toEqual([]);
});
