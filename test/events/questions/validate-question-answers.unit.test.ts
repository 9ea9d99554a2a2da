import { describe, expect, it } from "vitest";
import type { Question } from "../../../src/db/schema/questions.ts";
import {
  dropUnaskedAnswers,
  missingAnswers,
  valueProblems,
} from "../../../src/events/questions/validate-question-answers.ts";

const question = (id: string, given: Partial<Question>): Question => ({
  id,
  label: id,
  help: null,
  kind: "text",
  options: [],
  required: false,
  scope: "guest",
  when: "attending",
  ...given,
});

const QUESTIONS = [
  question("note", {}),
  question("meal", { kind: "choice", options: ["Fish", "Vegan"], scope: "person", required: true }),
  question("days", { kind: "choices", options: ["Friday", "Saturday"] }),
  question("bus", { kind: "yes_no", required: true, when: "always" }),
  question("age", { kind: "number" }),
];

const companion = (answers: Record<string, string>, attending = true) => ({ name: "Ben", attending, answers });
const party = { response: "attending" as const, plusOnes: 0, answers: {}, companions: [] };
const pathsOf = (problems: { path: string }[]) => problems.map(({ path }) => path);

describe("valueProblems", () => {
  it.each([
    ["note", "A text.", 4],
    ["note", "x".repeat(1_000), "x".repeat(1_001)],
    ["meal", "Fish", "Meat"],
    ["meal", "Vegan", ["Fish"]],
    ["days", ["Friday", "Saturday"], "Friday"],
    ["days", ["Friday"], ["Friday", "Friday"]],
    ["days", ["Saturday"], ["Sunday"]],
    ["bus", false, "false"],
    ["age", 4.5, "4.5"],
    ["age", 0, Number.NaN],
  ])("accepts for %s the value %j and rejects %j", (id, right, wrong) => {
    expect(valueProblems(QUESTIONS, { answers: { [id]: right } }, null)).toEqual([]);
    expect(pathsOf(valueProblems(QUESTIONS, { answers: { [id]: wrong } }, null))).toEqual([`answers.${id}`]);
  });

  it("accepts an empty answer for any question", () => {
    expect(valueProblems(QUESTIONS, { answers: { age: null, note: "", days: [], gone: null } }, null)).toEqual([]);
  });

  it("rejects answers to unknown questions, unless they are stored unchanged", () => {
    const sent = { answers: { gone: "x" }, companions: [{ answers: { gone: "y" } }] };
    expect(pathsOf(valueProblems(QUESTIONS, sent, null))).toEqual(["answers.gone", "companions.0.answers.gone"]);
    const stored = { answers: { gone: "x" }, companions: [companion({ gone: "y" })] };
    expect(valueProblems(QUESTIONS, sent, stored)).toEqual([]);
    expect(pathsOf(valueProblems(QUESTIONS, { answers: { gone: "z" } }, stored))).toEqual(["answers.gone"]);
  });

  it("accepts answers of companions only for questions asked of each person", () => {
    const sent = { companions: [{ answers: { meal: "Fish" } }, { answers: { note: "x", meal: "Fish" } }] };
    expect(pathsOf(valueProblems(QUESTIONS, sent, null))).toEqual(["companions.1.answers.note"]);
  });
});

describe("required questions", () => {
  const pathsFor = (given: Partial<Parameters<typeof missingAnswers>[1]>, asksCompanions = true) =>
    pathsOf(missingAnswers(QUESTIONS, { ...party, ...given }, asksCompanions));

  it("applies to attending guests, and to all guests if asked always", () => {
    expect(pathsFor({})).toEqual(["answers.meal", "answers.bus"]);
    expect(pathsFor({ response: "maybe" })).toEqual(["answers.bus"]);
    expect(pathsFor({ response: "declined" })).toEqual(["answers.bus"]);
    expect(pathsFor({ answers: { meal: "Fish", bus: false } })).toEqual([]);
  });

  it("requires a new answer after the host removed the chosen option", () => {
    expect(pathsFor({ answers: { meal: "Meat", bus: true } })).toEqual(["answers.meal"]);
  });

  it("requires answers of each attending companion, and companions in place of a number", () => {
    const answers = { meal: "Fish", bus: true };
    const companions = [companion({ meal: "Vegan" }), companion({}), companion({}, false)];
    expect(pathsFor({ answers, plusOnes: 2, companions })).toEqual(["companions.1.answers.meal"]);
    expect(pathsFor({ answers, plusOnes: 2 })).toEqual(["companions"]);
    expect(pathsFor({ answers, plusOnes: 2 }, false)).toEqual([]);
  });
});

describe("dropUnaskedAnswers", () => {
  it("drops answers to attending-only questions for a declined party and for absent companions", () => {
    const answers = { note: "x", bus: true, gone: "kept" };
    expect(dropUnaskedAnswers(QUESTIONS, { ...party, response: "declined", answers }).answers).toEqual({
      bus: true,
      gone: "kept",
    });
    expect(dropUnaskedAnswers(QUESTIONS, { ...party, response: "maybe", answers }).answers).toEqual(answers);
    const companions = [companion({ meal: "Fish" }), companion({ meal: "Fish" }, false)];
    expect(dropUnaskedAnswers(QUESTIONS, { ...party, companions }).companions.map((one) => one.answers)).toEqual([
      { meal: "Fish" },
      {},
    ]);
  });
});
