import { withDeadline } from "../kernel/deadline.ts";

/**
 * How long the data Worker may take until its response begins, where the request has no body: twice what the slowest of its
 * own deadlines allows. A body may take as long as the client's network.
 */
const BEGINS_WITHIN_MS = 30_000;

/**
 * Passes a request on by a service binding: the same method, address, headers, body and `cf`, and the request's id. The
 * response is returned as it is: a stream stays a stream, and a WebSocket stays with the data Worker.
 * @param body what was read of the request's body; null: it still has its own
 * @throws DeadlineExceeded, or what the binding throws
 */
export function passOn(
  service: Pick<Fetcher, "fetch">,
  request: Request,
  { id, body }: { id: string; body: ArrayBuffer | null },
  beginsWithinMs = BEGINS_WITHIN_MS,
): Promise<Response> {
  const hasBody = request.body !== null;
  const passed = new Request(request, body === null ? {} : { body });
  passed.headers.set("X-Request-Id", id);
  if (hasBody) return service.fetch(passed);
  return withDeadline(beginsWithinMs, () => service.fetch(passed));
}
