/**
 * The texts of the console: one file per area and language, so that a screen loads only its own. All languages have the keys
 * of `en`.
 */
export interface Areas {
  common: typeof import("./en/common.json");
  account: typeof import("./en/account.json");
  create: typeof import("./en/create.json");
  door: typeof import("./en/door.json");
  events: typeof import("./en/events.json");
  guest: typeof import("./en/guest.json");
  guests: typeof import("./en/guests.json");
  import: typeof import("./en/import.json");
  log: typeof import("./en/log.json");
  look: typeof import("./en/look.json");
  messages: typeof import("./en/messages.json");
  overview: typeof import("./en/overview.json");
  safety: typeof import("./en/safety.json");
  send: typeof import("./en/send.json");
  settings: typeof import("./en/settings.json");
  "sign-in": typeof import("./en/sign-in.json");
  team: typeof import("./en/team.json");
  unsent: typeof import("./en/unsent.json");
}

export type Area = keyof Areas;

/** The key of a text of an area. */
export type Key<A extends Area> = Extract<Exclude<keyof Areas[A], "default">, string>;
