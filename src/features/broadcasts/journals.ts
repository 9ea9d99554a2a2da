import type { DeliveryJournal } from "./delivery-journal.ts";
import { ANSWER_WITHIN_MS, type Answer } from "./lease.ts";

/** What is noted while one message is being sent; see delivery-journal.ts. */
export interface Journal {
  begin(batch: number, run: string): Promise<Answer[] | null>;
  note(batch: number, run: string, answer: Answer): Promise<boolean>;
  beat(batch: number, run: string): Promise<boolean>;
  end(batch: number, run: string, outcome: "noted" | "dropped", nextTryAt?: number): Promise<void>;
  busyUntil(): Promise<number | null>;
  forgetGuest(guestId: string): Promise<void>;
  forget(): Promise<void>;
}

/** The journals of all messages, as verbs see them. */
export interface Journals {
  of(messageId: string): Journal;
}

/** Waits for a call at most so long, in milliseconds. */
type Within = <T>(ms: number, call: () => Promise<T>) => Promise<T>;

/**
 * Every message that is being sent has one object, named by its id. A call that it does not answer in time throws, and
 * may have been heard all the same, which loses nothing and sends nothing twice: a batch that it has given to a try that
 * does not know is handed over again when that one has been silent for long enough, an answer that cannot be noted goes
 * into the database and ends its try, and what should have been forgotten is asked for again with the message.
 */
export function createJournals(objects: DurableObjectNamespace<DeliveryJournal>, within: Within): Journals {
  return {
    of(messageId) {
      // A stub that has thrown is broken, so that each call gets its own.
      const ask = <T>(call: (object: DurableObjectStub<DeliveryJournal>) => Promise<T>): Promise<T> =>
        within(ANSWER_WITHIN_MS, async () => call(objects.get(objects.idFromName(messageId))));
      return {
        begin: (batch, run) => ask(async (object) => object.begin(batch, run)),
        note: (batch, run, answer) => ask(async (object) => object.note(batch, run, answer)),
        beat: (batch, run) => ask(async (object) => object.beat(batch, run)),
        end: (batch, run, outcome, nextTryAt) => ask(async (object) => object.end(batch, run, outcome, nextTryAt)),
        busyUntil: () => ask(async (object) => object.busyUntil()),
        forgetGuest: (guestId) => ask(async (object) => object.forgetGuest(guestId)),
        forget: () => ask(async (object) => object.forget()),
      };
    },
  };
}
