import { STANDINGS, type Standing } from "../../src/kernel/rsvp.ts";

/**
 * The standings of each audience of a message. Tests compare the service with this table, so it does not read the rule
 * of the service in `src/messaging/content.ts`. From `not_arrived`, guests who were checked in are left out.
 */
export const AUDIENCES: Readonly<Record<string, readonly Standing[]>> = {
  everyone: STANDINGS,
  attending: ["coming"],
  pending: ["silent", "not_invited"],
  declined: ["declined"],
  maybe: ["maybe"],
  attending_and_pending: ["coming", "silent", "not_invited"],
  attending_and_maybe: ["coming", "maybe"],
  pending_and_maybe: ["silent", "not_invited", "maybe"],
  waitlisted: ["waitlisted"],
  offered: ["offered"],
  not_arrived: ["coming"],
};
