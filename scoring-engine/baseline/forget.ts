import { prefixesOf } from "./access-log.ts";
import type { EventNetwork, EventPopulation } from "./event-prior.ts";
import { forgetGuest } from "./event-prior.ts";
import { type AccessLog, type GuestBaseline, NO_ACCESSES } from "./guest.ts";
import { FORGOTTEN_RETENTION_MS, GUEST_RETENTION_MS, KEYS } from "./keys.ts";
import { erasing, type Step, type Write } from "./store.ts";

/**
 * Stands where a guest's document was, or an event's, while messages about them may still be under way: such an access
 * is scored without history and leaves nothing. It holds nothing but the fact; the id in its key leads nowhere any more.
 */
const FORGOTTEN = { forgotten: true } as const;

type Known<T> = T | typeof FORGOTTEN | undefined;

/** Whether a document says that its guest or event was erased. */
export function isForgotten(document: unknown): document is typeof FORGOTTEN {
  return (document as Partial<typeof FORGOTTEN> | undefined)?.forgotten === true;
}

/** What became of it: done, with the number of erased documents, or the networks that have to be looked at, too. */
export type Forgetting = { readonly erased: number } | { readonly networks: readonly string[] };

/** Networks from which a guest is known to have come. */
function networksOf(guest: Known<GuestBaseline>, overflow: AccessLog): string[] {
  if (guest === undefined || isForgotten(guest)) return [];
  const prefixes = [
    ...guest.networks.map(({ prefix }) => prefix),
    ...prefixesOf(guest.accesses),
    ...prefixesOf(overflow),
  ];
  return [...new Set(prefixes)];
}

function networkWithout(key: string, network: EventNetwork, mark: number, nowMs: number): Write[] {
  const value = forgetGuest(network, mark);
  if (value.guests.length === network.guests.length && value.strangers.length === network.strangers.length) return [];
  if (value.guests.length + value.strangers.length === 0) return [erasing(key)];
  return [{ key, value, expiresAt: nowMs + GUEST_RETENTION_MS }];
}

function populationWithout(key: string, population: EventPopulation, mark: number, nowMs: number): Write[] {
  const providers = Object.entries(population.providers);
  if (!providers.some(([, guests]) => guests.includes(mark))) return [];
  const others = providers.map(([asn, guests]) => [asn, guests.filter((guest) => guest !== mark)]);
  const value = { ...population, providers: Object.fromEntries(others) };
  return [{ key, value, expiresAt: nowMs + GUEST_RETENTION_MS }];
}

/**
 * Erases a guest: the baseline, the accesses, and the guest's mark in what the event's guests have in common. What is
 * left of the event is counts without anybody in them.
 * @param networks those to look at; a first step with none tells which there are
 */
export function forgetting(
  ids: { readonly eventId: string; readonly guestId: string },
  mark: number,
  networks: readonly string[],
  nowMs: number,
): Step<Forgetting> {
  const { eventId, guestId } = ids;
  const own = { guest: KEYS.guest(eventId, guestId), overflow: KEYS.overflow(eventId, guestId) };
  const population = KEYS.population(eventId);
  const networkKeys = networks.map((prefix) => KEYS.network(eventId, prefix));
  return {
    keys: [own.guest, own.overflow, population, ...networkKeys],
    decide([guestDocument, overflowDocument, populationDocument, ...networkDocuments]) {
      const guest = guestDocument as Known<GuestBaseline>;
      const overflow = (overflowDocument as AccessLog | undefined) ?? NO_ACCESSES;
      const found = networksOf(guest, overflow);
      if (found.some((prefix) => !networks.includes(prefix))) return { result: { networks: found }, writes: [] };
      const erased = Number(guest !== undefined && !isForgotten(guest)) + Number(overflowDocument !== undefined);
      const common = populationDocument as Known<EventPopulation>;
      const writes: Write[] = [
        { key: own.guest, value: FORGOTTEN, expiresAt: nowMs + FORGOTTEN_RETENTION_MS },
        ...(overflowDocument === undefined ? [] : [erasing(own.overflow)]),
        ...(common === undefined || isForgotten(common) ? [] : populationWithout(population, common, mark, nowMs)),
        ...networkKeys.flatMap((key, index) => {
          const network = networkDocuments[index] as EventNetwork | undefined;
          return network === undefined ? [] : networkWithout(key, network, mark, nowMs);
        }),
      ];
      return { result: { erased }, writes };
    },
  };
}

/** Says of a whole event that it was erased. Its other documents go after this one, in steps of `erasingAll`. */
export function forgettingEvent(eventId: string, nowMs: number): Step<void> {
  const key = KEYS.population(eventId);
  const writes = [{ key, value: FORGOTTEN, expiresAt: nowMs + FORGOTTEN_RETENTION_MS }];
  return { keys: [key], decide: () => ({ result: undefined, writes }) };
}

/** Erases documents, whatever is in them. */
export function erasingAll(keys: readonly string[]): Step<void> {
  return { keys, decide: () => ({ result: undefined, writes: keys.map(erasing) }) };
}
