import { Code, ConnectError } from "@connectrpc/connect";

/** Far above any real answer: a score, its reasons and their evidence are a kilobyte, and fifty come at once. */
const MAX_ANSWER_BYTES = 256 * 1024;
/** What is read at once. */
const READ_BYTES = 8 * 1024;
/** gRPC-Web: one byte of flags, four of length. */
const FRAME_HEAD_BYTES = 5;

/**
 * `fetch` for the engine's gRPC-Web transport. It leaves out the options that only browsers know, some of which workerd
 * refuses, and reads the answer itself: the transport would allocate whatever length a frame claims, up to 4 GiB.
 * @throws ConnectError for an answer that is too large or whose frames do not fit it
 */
export async function fetchEngine(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { method, headers, body, signal } = init ?? {};
  const response = await fetch(input as RequestInfo, {
    ...(method ? { method } : {}),
    ...(headers ? { headers } : {}),
    ...(body ? { body } : {}),
    ...(signal ? { signal } : {}),
  });
  if (response.body === null) return response;
  const answer = await readBounded(response.body);
  if (response.ok) requireWholeFrames(answer);
  return new Response(answer, response);
}

/** One reading for the answer that a guest waits for, a few for a batch's. */
async function readBounded(body: ReadableStream): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader({ mode: "byob" });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { value } = await reader.readAtLeast(READ_BYTES, new Uint8Array(READ_BYTES));
    if (value === undefined) break;
    size += value.byteLength;
    if (size > MAX_ANSWER_BYTES) {
      await reader.cancel();
      throw new ConnectError("the answer is too large", Code.Internal);
    }
    chunks.push(value);
    if (value.byteLength < READ_BYTES) break;
  }
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

function requireWholeFrames(answer: Uint8Array): void {
  const view = new DataView(answer.buffer, answer.byteOffset, answer.byteLength);
  let offset = 0;
  while (offset < answer.byteLength) {
    const head = offset + FRAME_HEAD_BYTES;
    const end = head <= answer.byteLength ? head + view.getUint32(offset + 1) : Number.POSITIVE_INFINITY;
    if (end > answer.byteLength) throw new ConnectError("the answer is cut short", Code.Internal);
    offset = end;
  }
}
