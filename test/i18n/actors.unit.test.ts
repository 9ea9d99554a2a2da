import { describe, expect, it } from "vitest";
import safety from "../../console/src/i18n/en/safety.json" with { type: "json" };
import hosts from "../../src/i18n/hosts/en.json" with { type: "json" };

/** The texts of alerts about accesses. The others report a guest's own RSVP. */
const RISK_ALERTS = Object.entries(hosts.alert).filter(([key]) => /^(codes|report|asked|blocked|check)/.test(key));

/** Acts of the guest outside the link: a report by email, a conversation with the host, a plan. */
const OWN_ACTS = [" says it wasn't them", " tells you it was them", " is bringing?"];

/** Texts in which a guest's name is the subject of a verb: it is followed by neither a possessive nor an end. */
function actorsIn(texts: readonly (readonly [string, string])[]): string[] {
  return texts.flatMap(([key, text]) => {
    const parts = text.replaceAll(/\{[#/]link\}/g, "").split(/\{\$(?:guest|name)\}/);
    const verbs = parts.slice(1).filter((rest) => /^ (?!after all\b)\p{L}/u.test(rest));
    return verbs.filter((rest) => !OWN_ACTS.some((act) => rest.startsWith(act))).map(() => key);
  });
}

describe("texts about accesses to a guest's link", () => {
  it("never name a guest as the actor of what was done with the link", () => {
    expect(RISK_ALERTS.length).toBeGreaterThan(10);
    expect(actorsIn([...RISK_ALERTS, ...Object.entries(safety)])).toEqual([]);
  });

  it.each([
    "{$guest} opened the link from Lyon.",
    "{#link}{$name}{/link} changed the RSVP",
    "On Monday {$guest} was asked for a code.",
  ])("recognise %s as naming the actor", (text) => {
    expect(actorsIn([["text", text]])).toEqual(["text"]);
  });
});
