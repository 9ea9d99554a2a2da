import type { Access } from "../access.ts";
import { hash53 } from "../hash.ts";
import { isOwnLine } from "../provider.ts";

/** Distinct guests counted per network; signals need no more, and further ones cost no write. */
const MAX_GUESTS_COUNTED = 8;
/** Foreign accesses stored per network and event, enough to detect an enumeration of the guest list. */
const MAX_STRANGERS = 40;
/** First RSVPs stored per network and event: more than the rule on RSVPs for many guests counts. */
const MAX_ANSWERS = 40;
/** Providers and countries stored per event. */
const MAX_KEYS = 64;

/** An access to a guest's link by a device that is not the guest's own. */
export interface Stranger {
  readonly at: number;
  readonly guest: number;
  readonly model: string;
  /** A form was sent without opening its page first. */
  readonly directForm: boolean;
  /** The guest already had a different device. */
  readonly foreign: boolean;
}

/** A guest's first RSVP, or an attempt at one. */
export interface FirstAnswer {
  readonly at: number;
  readonly guest: number;
  /** Hash of the IPv4 address, or of the first 64 bits of an IPv6 address. */
  readonly source: number;
  /** `modelKey` of the device. */
  readonly model: number;
  /** The form was sent without opening its page first. */
  readonly directForm: boolean;
}

/** The use of one network by all guests of an event. */
export interface EventNetwork {
  readonly guests: readonly number[];
  readonly strangers: readonly Stranger[];
  /** Oldest first; absent without any. */
  readonly answers?: readonly FirstAnswer[];
}

/** Providers and countries of the guests of one event. */
export interface EventPopulation {
  /** Provider number → distinct guests, capped. */
  readonly providers: Readonly<Record<string, readonly number[]>>;
  /** Country → number of guests first seen from there. */
  readonly countries: Readonly<Record<string, number>>;
}

export interface EventPrior {
  readonly network: EventNetwork;
  readonly population: EventPopulation;
}

export const NO_PRIOR: EventPrior = {
  network: { guests: [], strangers: [] },
  population: { providers: {}, countries: {} },
};

/** 53-bit hash of a guest ID, which identifies the guest within an event. */
export function guestHash(guestId: string): number {
  return hash53(guestId);
}

/** Number of other guests of the event on a network. */
export function countOtherGuests(guests: readonly number[], hash: number): number {
  return guests.includes(hash) ? guests.length - 1 : guests.length;
}

function withGuest(guests: readonly number[], hash: number): readonly number[] {
  return guests.includes(hash) || guests.length >= MAX_GUESTS_COUNTED ? guests : [...guests, hash];
}

function bounded<T>(entries: Readonly<Record<string, T>>, key: string, value: T): Readonly<Record<string, T>> {
  if (!(key in entries) && Object.keys(entries).length >= MAX_KEYS) return entries;
  return { ...entries, [key]: value };
}

/** Counts the guest of an access for its network, provider and country. Returns the same object when nothing changes. */
export function addAccess(prior: EventPrior, access: Access, hash: number, isFirst: boolean): EventPrior {
  if (!isOwnLine(access.network.kind)) return prior;
  let { network, population } = prior;
  const guests = access.network.address.prefix === null ? network.guests : withGuest(network.guests, hash);
  if (guests !== network.guests) network = { ...network, guests };
  if (access.network.asn !== null) {
    const key = String(access.network.asn);
    const known = population.providers[key] ?? [];
    const next = withGuest(known, hash);
    if (next !== known) population = { ...population, providers: bounded(population.providers, key, next) };
  }
  const { country } = access.network;
  if (isFirst && country !== null) {
    const count = (population.countries[country] ?? 0) + 1;
    population = { ...population, countries: bounded(population.countries, country, count) };
  }
  return network === prior.network && population === prior.population ? prior : { network, population };
}

/** Adds an access by a device that is not the guest's own. */
export function addStranger(prior: EventPrior, stranger: Stranger): EventPrior {
  const strangers = [...prior.network.strangers, stranger].sort((a, b) => a.at - b.at).slice(-MAX_STRANGERS);
  return { ...prior, network: { ...prior.network, strangers } };
}

/** Adds a first RSVP. */
export function addAnswer(prior: EventPrior, answer: FirstAnswer): EventPrior {
  const answers = [...(prior.network.answers ?? []), answer].sort((a, b) => a.at - b.at).slice(-MAX_ANSWERS);
  return { ...prior, network: { ...prior.network, answers } };
}

/** Removes a guest from a network after the guest's access from there was revoked. */
export function withoutGuest(network: EventNetwork, hash: number): EventNetwork {
  return { ...network, guests: network.guests.filter((guest) => guest !== hash) };
}

/** Removes a guest from a network, together with the guest's first RSVPs and the strangers who used the guest's link. */
export function withoutGuestAndStrangers(network: EventNetwork, hash: number): EventNetwork {
  const answers = network.answers?.filter(({ guest }) => guest !== hash) ?? [];
  return {
    guests: network.guests.filter((guest) => guest !== hash),
    strangers: network.strangers.filter(({ guest }) => guest !== hash),
    ...(answers.length > 0 && { answers }),
  };
}

/** Number of entries in the document of a network; 0 for one that can be deleted. */
export function entriesOf({ guests, strangers, answers = [] }: EventNetwork): number {
  return guests.length + strangers.length + answers.length;
}
