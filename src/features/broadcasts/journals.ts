import type { DeliveryJournal } from "./delivery-journal.ts";
import type { Answer } from "./lease.ts";

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

/** Every message that is being sent has one object, named by its id. */
export function createJournals(objects: DurableObjectNamespace<DeliveryJournal>): Journals {
  return {
    of(messageId) {
      // A stub that has thrown is broken, so that each call gets its own.
      const object = () => objects.get(objects.idFromName(messageId));
      return {
        begin: async (batch, run) => object().begin(batch, run),
        note: async (batch, run, answer) => object().note(batch, run, answer),
        beat: async (batch, run) => object().beat(batch, run),
        end: async (batch, run, outcome, nextTryAt) => object().end(batch, run, outcome, nextTryAt),
        busyUntil: async () => object().busyUntil(),
        forgetGuest: async (guestId) => object().forgetGuest(guestId),
        forget: async () => object().forget(),
      };
    },
  };
}
