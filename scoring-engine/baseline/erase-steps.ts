import { prefixesOf } from "./access-log.ts";
import type { EventNetwork, EventPopulation } from "./event-prior.ts";
import { entriesOf, withoutGuestAndStrangers } from "./event-prior.ts";
import { type AccessLog, type GuestBaseline, NO_ACCESSES } from "./guest-baseline.ts";
import { GUEST_RETENTION_MS, KEYS, TOMBSTONE_RETENTION_MS } from "./keys.ts";
import { eraseWrite, type Step, type Write } from "./store.ts";

/**
 * Replaces the document of an erased guest or event while messages about it may still be in queues: such an access is
 * scored without history and not stored. It contains no data of the guest.
 */
const TOMBSTONE = { forgotten: true } as const;

type Known<T> = T | typeof TOMBSTONE | undefined;

export function isErased(document: unknown): document is typeof TOMBSTONE {
  return (document as Partial<typeof TOMBSTONE> | undefined)?.forgotten === true;
}

/** The number of erased documents; or the networks that the step must read as well, and nothing was erased. */
export type GuestErasure = { readonly erased: number } | { readonly networks: readonly string[] };

/** All networks in a guest's documents. */
function networksOf(guest: Known<GuestBaseline>, overflow: AccessLog): string[] {
  if (guest === undefined || isErased(guest)) return [];
  const prefixes = [
    ...guest.networks.map(({ prefix }) => prefix),
    ...prefixesOf(guest.accesses),
    ...prefixesOf(overflow),
  ];
  return [...new Set(prefixes)];
}

function networkWithout(key: string, network: EventNetwork, hash: number, nowMs: number): Write[] {
  const value = withoutGuestAndStrangers(network, hash);
  if (entriesOf(value) === entriesOf(network)) return [];
  if (entriesOf(value) === 0) return [eraseWrite(key)];
  return [{ key, value, expiresAt: nowMs + GUEST_RETENTION_MS }];
}

function populationWithout(key: string, population: EventPopulation, hash: number, nowMs: number): Write[] {
  const providers = Object.entries(population.providers);
  if (!providers.some(([, guests]) => guests.includes(hash))) return [];
  const others = providers.map(([asn, guests]) => [asn, guests.filter((guest) => guest !== hash)]);
  const value = { ...population, providers: Object.fromEntries(others) };
  return [{ key, value, expiresAt: nowMs + GUEST_RETENTION_MS }];
}

/**
 * Erases a guest: baseline, accesses, and the guest's hash in the documents of the event.
 * @param networks prefixes of the network documents to read; a first step with none returns the list
 */
export function eraseGuestStep(
  ids: { readonly eventId: string; readonly guestId: string },
  hash: number,
  networks: readonly string[],
  nowMs: number,
): Step<GuestErasure> {
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
      const erased = Number(guest !== undefined && !isErased(guest)) + Number(overflowDocument !== undefined);
      const common = populationDocument as Known<EventPopulation>;
      const writes: Write[] = [
        { key: own.guest, value: TOMBSTONE, expiresAt: nowMs + TOMBSTONE_RETENTION_MS },
        ...(overflowDocument === undefined ? [] : [eraseWrite(own.overflow)]),
        ...(common === undefined || isErased(common) ? [] : populationWithout(population, common, hash, nowMs)),
        ...networkKeys.flatMap((key, index) => {
          const network = networkDocuments[index] as EventNetwork | undefined;
          return network === undefined ? [] : networkWithout(key, network, hash, nowMs);
        }),
      ];
      return { result: { erased }, writes };
    },
  };
}

/** Writes the tombstone of an event. Its other documents are deleted after that by `eraseDocumentsStep`. */
export function markEventErasedStep(eventId: string, nowMs: number): Step<void> {
  const key = KEYS.population(eventId);
  const writes = [{ key, value: TOMBSTONE, expiresAt: nowMs + TOMBSTONE_RETENTION_MS }];
  return { keys: [key], decide: () => ({ result: undefined, writes }) };
}

/** Deletes documents without reading them. */
export function eraseDocumentsStep(keys: readonly string[]): Step<void> {
  return { keys, decide: () => ({ result: undefined, writes: keys.map(eraseWrite) }) };
}
