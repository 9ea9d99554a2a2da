import { describe, expect, it } from "vitest";
import type { Question } from "../../../src/db/schema/questions.ts";
import { describeAnswers } from "../../../src/events/questions/describe-answers.ts";

const question = (id: string, label: string): Question => ({
  id,
  label,
  help: null,
  kind: "text",
  options: [],
  required: false,
  scope: "person",
  when: "always",
});

describe("describeAnswers", () => {
  it("orders answers by question, removed questions last, each person by name", () => {
    const asked = { items: [question("meal", "Meal"), question("bus", "Bus")], removed: [question("song", "Song")] };
    const rsvp = {
      guestName: "Ada",
      answers: { song: "Waterloo", bus: false, meal: ["Fish", "Soup"], unknown: 1 },
      companions: [
        { name: "Ben", attending: true, answers: { meal: "Vegan" } },
        { name: null, attending: true, answers: { meal: "Fish" } },
        { name: "Cleo", attending: false, answers: {} },
      ],
    };
    expect(describeAnswers(asked, rsvp)).toEqual([
      { questionId: "meal", label: "Meal", text: "Ada: Fish, Soup · Ben: Vegan · +2: Fish" },
      { questionId: "bus", label: "Bus", text: "No" },
      { questionId: "song", label: "Song", text: "Waterloo" },
    ]);
  });
});
