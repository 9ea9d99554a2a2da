import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { evictAnalytics } from "../../src/insights/analytics/analytics-cache.ts";
import type { Standing } from "../../src/kernel/rsvp.ts";
import { createRequestContext } from "../../src/request-context.ts";
import { type Host, type HostChoices, signedInHost, signInAgain } from "../support/account.ts";
import { makeEvent } from "../support/guest.ts";
import { checkEverything, checkPeople } from "./checker.ts";
import { MovingClock } from "./moving-clock.ts";
import { Person } from "./person.ts";
import type { Played } from "./played.ts";
import { settled } from "./queued-work.ts";
import { having, truthOf } from "./truth.ts";

/** A guest of the list as a host types it. */
export interface Listed {
  name: string;
  email?: string | null;
  party_size?: number;
  tags?: string[];
  phone?: string;
  [field: string]: unknown;
}

/** Where guests open their links. Without a value, each guest has an address and a phone. */
export interface Place {
  address?: string;
  userAgent?: string;
}

const SECOND_MS = 1_000;

/** Requests of a host at one time: a host has 300 per minute. */
const AT_ONCE = 20;

/** One event from its first guest to the day after, played by its people. Time passes only by `until`. */
export class Life implements Played {
  readonly people = new Map<string, Person>();
  readonly standings = new Set<Standing>();
  #host: Host;

  private constructor(
    readonly clock: MovingClock,
    host: Host,
    readonly eventId: string,
  ) {
    this.#host = host;
  }

  /** Begins a life: a host creates an event. @param event the fields of `POST /events` */
  static async begin(start: string, host: HostChoices, event: Record<string, unknown>): Promise<Life> {
    const clock = new MovingClock(start);
    const creator = await signedInHost({ tier: "business", ...host });
    const { id } = await makeEvent(creator, event);
    return new Life(clock, creator, id);
  }

  /** Copies the event with its guests, as the same host. @param start of the copy, RFC 3339 */
  async copies(name: string, start: string): Promise<Life> {
    this.#host = await signInAgain(this.#host);
    const { id } = await this.does<{ id: string }>("POST", "/copy", { name, event_date: start, include: ["guests"] });
    const copy = new Life(this.clock, this.#host, id);
    const { items } = await copy.does<{ items: { id: string; name: string; email: string | null }[] }>(
      "GET",
      "/guests?limit=200",
    );
    for (const guest of items) {
      const person = new Person(guest.name, guest.id, guest.email);
      // The emails of the copied event are in the same mailbox.
      await person.reads();
      copy.people.set(guest.name, person);
    }
    return copy;
  }

  /** Waits until everything that was caused so far is done. */
  settles(): Promise<void> {
    return settled();
  }

  get host(): Host {
    return this.#host;
  }

  /** Sends a request below the event as the host, who waits if there were too many. @returns the JSON of the response */
  async does<T = unknown>(method: string, path: string, body?: unknown, status = [200, 201, 202, 204]): Promise<T> {
    const askedAt = this.clock.now();
    const response = await this.#host.api(method, `/events/${this.eventId}${path}`, body);
    const text = await response.text();
    if (response.status === 429) {
      this.clock.waitsUntil(askedAt + Number(response.headers.get("Retry-After")) * SECOND_MS);
      this.#host = await signInAgain(this.#host);
      return this.does(method, path, body, status);
    }
    expect(status, `${method} ${path}: ${text}`).toContain(response.status);
    return (text === "" ? null : JSON.parse(text)) as T;
  }

  /** Adds guests to the list. */
  async lists(guests: readonly Listed[], place: (index: number) => Place = () => ({})): Promise<Person[]> {
    const added: Person[] = [];
    for (let from = 0; from < guests.length; from += AT_ONCE) {
      const part = guests.slice(from, from + AT_ONCE).map(async ({ email, ...guest }, index) => {
        const row = await this.does<{ id: string }>("POST", "/guests", { ...guest, email: email ?? null });
        return new Person(guest.name, row.id, email ?? null, place(from + index));
      });
      added.push(...(await Promise.all(part)));
    }
    for (const person of added) this.people.set(person.name, person);
    return added;
  }

  /** Returns a guest by name. */
  guest(name: string): Person {
    const person = this.people.get(name);
    if (person === undefined) throw new Error(`there is no guest ${name}`);
    return person;
  }

  /** Returns the guests of the list who have one of these standings now. */
  async standing(...standings: Standing[]): Promise<Person[]> {
    return having(await truthOf(this.eventId), ...standings).flatMap(({ name }) => this.people.get(name) ?? []);
  }

  /** Emails invitations, or makes only links for guests who get them another way. */
  async invites(people: readonly Person[], notify = true): Promise<void> {
    const body = { guest_ids: people.map(({ id }) => id), notify };
    const { items } = await this.does<{ items: { guest_id: string; link: string }[] }>(
      "POST",
      "/guests/invitations/bulk",
      body,
    );
    const links = new Map(items.map(({ guest_id, link }) => [guest_id, link]));
    for (const person of people) person.token = links.get(person.id)?.split("/i/")[1] ?? null;
  }

  /**
   * Plays a step and waits until everything that it causes is done. Then compares what the touched guests see, and every
   * count, with their standing.
   */
  async step(what: string, touched: readonly Person[], act: () => Promise<unknown>): Promise<void> {
    await act();
    await settled();
    await checkPeople(this, what, touched);
  }

  /** Lets time pass. Guests who get an email on the way are checked when they get it. @param time RFC 3339 with an offset */
  async until(time: string): Promise<void> {
    await this.clock.moveTo(time, async () => {
      this.#host = await signInAgain(this.#host);
      await checkPeople(this, `at ${new Date(this.clock.now()).toISOString()}`, [...this.people.values()], {
        onlyNews: true,
      });
    });
  }

  /** Ends a chapter: compares everything that anyone can see. */
  async chapter(what: string): Promise<void> {
    await settled();
    await evictAnalytics(
      createRequestContext(env, () => undefined),
      this.eventId,
    );
    await checkEverything(this, what);
  }
}
