import { withDeadline } from "../kernel/deadline.ts";

/**
 * Timeout until the data Worker's response begins: twice its longest deadline. Requests with a body have no timeout,
 * because an upload takes as long as the client's network.
 */
const BEGINS_WITHIN_MS = 30_000;

/**
 * Forwards a request by a service binding with its method, URL, headers, body, `cf` and request ID. Returns the
 * response unchanged: streams are not buffered, and WebSockets remain with the data Worker.
 * @param body the request's body if it was read; null: the request still has it
 * @throws DeadlineExceeded, or the binding's error
 */
export function forwardRequest(
  service: Pick<Fetcher, "fetch">,
  request: Request,
  { id, body }: { id: string; body: ArrayBuffer | null },
): Promise<Response> {
  const hasBody = request.body !== null;
  const passed = new Request(request, body === null ? {} : { body });
  passed.headers.set("X-Request-Id", id);
  if (hasBody) return service.fetch(passed);
  return withDeadline(BEGINS_WITHIN_MS, () => service.fetch(passed));
}
