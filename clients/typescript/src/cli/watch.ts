import type { UsherClient } from "../client.ts";
import { isUsherError } from "../errors.ts";
import type { LiveEvent } from "../schema.ts";
import { plain, type Terminal } from "./terminal.ts";

/** A frame of the live channel: an activity with its number in the event. */
type Frame = LiveEvent & { sequence?: number };

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** Interval of pings, because proxies close idle connections. */
const PING_MS = 30_000;

/**
 * `usher watch`: prints each activity message of an event's live channel, and resumes after a lost connection.
 * @param after the number of the last known activity; undefined: from now on
 * @throws UsherError when the key may not watch, or was deleted
 */
export async function watch(
  client: UsherClient,
  out: Terminal,
  { eventId, after, isJson }: { eventId: string; after: number | undefined; isJson: boolean },
): Promise<never> {
  let last = after;
  const show = (frame: Frame) => {
    last = frame.sequence ?? last;
    out.print(isJson ? JSON.stringify(frame) : lineOf(frame));
  };
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)) {
    try {
      const { data } = await client.POST("/auth/ws-ticket", { body: { event_id: eventId } });
      const url = new URL(data.url);
      if (last !== undefined) url.searchParams.set("after", String(last));
      await follow(url, {
        onOpen: () => out.note("Watching. Press Ctrl+C to stop."),
        async onFrame(frame) {
          waitMs = FIRST_WAIT_MS;
          const { sequence } = frame;
          // The socket repeats only the newest activities that were missed.
          if (sequence !== undefined && last !== undefined && sequence > last + 1) {
            for await (const missed of activitiesBetween(client, eventId, last, sequence)) show(missed);
          }
          show(frame);
        },
      });
    } catch (error) {
      // Retry a lost connection, but not an error of the service.
      if (isUsherError(error)) throw error;
    }
    out.note(`Connection lost. Trying again in ${waitMs / 1000} s.`);
    await new Promise((done) => setTimeout(done, waitMs));
  }
}

/** The activities of an event between two numbers, oldest first. */
async function* activitiesBetween(client: UsherClient, eventId: string, after: number, before: number) {
  const params = { path: { eventId }, query: { after } };
  for await (const { sequence, ...activity } of client.paginate("/events/{eventId}/activity", { params })) {
    if (sequence === null || sequence >= before) return;
    yield { ...activity, sequence } as Frame;
  }
}

/**
 * Resolves when the socket is closed and each message was handled, in order.
 * @throws the error of a message, which also closes the socket
 */
function follow(url: URL, on: { onOpen: () => void; onFrame: (frame: Frame) => Promise<void> }): Promise<void> {
  return new Promise((done, fail) => {
    const socket = new WebSocket(url);
    let handled = Promise.resolve();
    const ping = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send("ping"), PING_MS);
    socket.onopen = on.onOpen;
    socket.onclose = () => {
      clearInterval(ping);
      handled.then(done, fail);
    };
    socket.onmessage = ({ data }) => {
      if (data === "pong") return;
      handled = handled.then(() => on.onFrame(JSON.parse(String(data)) as Frame));
      handled.catch(() => socket.close());
    };
  });
}

/** `2027-06-12 18:31:07  check_in.recorded  Ada Lindqvist  arrival_count=2`. */
function lineOf(frame: Frame): string {
  const { type, at, ...rest } = frame;
  const who = "guest" in rest ? rest.guest.name : "";
  const facts = Object.entries(rest).flatMap(([name, value]) =>
    name !== "sequence" && !name.endsWith("_id") && isSimple(value) ? [`${name}=${value}`] : [],
  );
  return [at.replace("T", " ").slice(0, 19), type, plain(who), plain(facts.join(" "))].filter(Boolean).join("  ");
}

function isSimple(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || value === true;
}
