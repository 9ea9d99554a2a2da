import type { Access } from "../access.ts";
import { hash53 } from "../hash.ts";
import { isOwnLine } from "../provider.ts";

/** Distinct guests counted per network; more than this says nothing new, and saves the write. */
const MAX_GUESTS_COUNTED = 8;
/** Strangers remembered per network and event, enough to see a sweep through a guest list. */
const MAX_STRANGERS = 40;
/** Providers and countries remembered per event. */
const MAX_KEYS = 64;

/** A device that was not the guest's own touched this guest's link. */
export interface Stranger {
  readonly at: number;
  readonly guest: number;
  readonly model: string;
  /** A form was sent without the page having been opened. */
  readonly directForm: boolean;
  /** The guest already had another device. */
  readonly foreign: boolean;
}

/** One network as all guests of one event use it. */
export interface EventNetwork {
  readonly guests: readonly number[];
  readonly strangers: readonly Stranger[];
}

/** What the guests of one event have in common. */
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

/** A number stands for a guest id: enough to tell the guests of one event apart. */
export function guestMark(guestId: string): number {
  return hash53(guestId);
}

/** Other guests of the event who use this network. */
export function otherGuests(guests: readonly number[], mark: number): number {
  return guests.includes(mark) ? guests.length - 1 : guests.length;
}

function withGuest(guests: readonly number[], mark: number): readonly number[] {
  return guests.includes(mark) || guests.length >= MAX_GUESTS_COUNTED ? guests : [...guests, mark];
}

function bounded<T>(entries: Readonly<Record<string, T>>, key: string, value: T): Readonly<Record<string, T>> {
  if (!(key in entries) && Object.keys(entries).length >= MAX_KEYS) return entries;
  return { ...entries, [key]: value };
}

/** Adds an access that was learned from: its network and provider are this guest's, too. Returns the same object when nothing is new. */
export function learnFrom(prior: EventPrior, access: Access, mark: number, isFirst: boolean): EventPrior {
  if (!isOwnLine(access.network.kind)) return prior;
  let { network, population } = prior;
  const guests = access.network.address.prefix === null ? network.guests : withGuest(network.guests, mark);
  if (guests !== network.guests) network = { ...network, guests };
  if (access.network.asn !== null) {
    const key = String(access.network.asn);
    const known = population.providers[key] ?? [];
    const next = withGuest(known, mark);
    if (next !== known) population = { ...population, providers: bounded(population.providers, key, next) };
  }
  const { country } = access.network;
  if (isFirst && country !== null) {
    const count = (population.countries[country] ?? 0) + 1;
    population = { ...population, countries: bounded(population.countries, country, count) };
  }
  return network === prior.network && population === prior.population ? prior : { network, population };
}

/** Notes that a device which is not the guest's own came through this network. */
export function noteStranger(prior: EventPrior, stranger: Stranger): EventPrior {
  const strangers = [...prior.network.strangers, stranger].sort((a, b) => a.at - b.at).slice(-MAX_STRANGERS);
  return { ...prior, network: { ...prior.network, strangers } };
}

/** Takes a guest out of a network whose access from there was called suspicious. */
export function withoutGuest(network: EventNetwork, mark: number): EventNetwork {
  return { ...network, guests: network.guests.filter((guest) => guest !== mark) };
}

/** Takes a guest out of a network for good, with whoever came by the guest's link. */
export function forgetGuest(network: EventNetwork, mark: number): EventNetwork {
  return {
    guests: network.guests.filter((guest) => guest !== mark),
    strangers: network.strangers.filter(({ guest }) => guest !== mark),
  };
}
