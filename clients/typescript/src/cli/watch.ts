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
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)) {
    try {
      const { data } = await client.POST("/auth/ws-ticket", { body: { event_id: eventId } });
      const url = new URL(data.url);
      if (last !== undefined) url.searchParams.set("after", String(last));
      await follow(url, {
        onOpen: () => out.note("Watching. Press Ctrl+C to stop."),
        onFrame(frame) {
          last = frame.sequence ?? last;
          waitMs = FIRST_WAIT_MS;
          out.print(isJson ? JSON.stringify(frame) : lineOf(frame));
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

/** Resolves when the socket is closed. */
function follow(url: URL, on: { onOpen: () => void; onFrame: (frame: Frame) => void }): Promise<void> {
  return new Promise((done) => {
    const socket = new WebSocket(url);
    const ping = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send("ping"), PING_MS);
    socket.onopen = on.onOpen;
    socket.onclose = () => {
      clearInterval(ping);
      done();
    };
    socket.onmessage = ({ data }) => {
      if (data !== "pong") on.onFrame(JSON.parse(String(data)) as Frame);
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
