import { type DescMessage, type DescMethodUnary, fromBinary, type MessageShape, toBinary } from "@bufbuild/protobuf";
import { CONTENT_TYPE, decodeResponse, encodeRequest, encodeTimeout, FrameError } from "../../proto/grpc-web/unary.ts";

/** Far above any real answer: a score, its reasons and their evidence are a kilobyte, and fifty come at once. */
const MAX_ANSWER_BYTES = 256 * 1024;
/** What is read at once. */
const READ_BYTES = 8 * 1024;

/** The called program refused, with gRPC's status. Its words are for its own operators, so they are left out. */
export class GrpcError extends Error {
  override readonly name = "GrpcError";
  readonly status: number;

  constructor(status: number) {
    super(`the engine answered with gRPC status ${status}`);
    this.status = status;
  }
}

/** Where calls go, and the secret that both programs share. */
export interface GrpcPeer {
  readonly url: string;
  readonly secret: string;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  /** Told to the called program; the signal is what ends the call. */
  readonly timeoutMs: number;
}

/**
 * Makes one unary call over gRPC-Web: a Worker has no HTTP/2 client. Written for this one peer, because it is the
 * largest part of what a guest's access costs: the library's general way, in streams, took twice the processor time.
 * @throws GrpcError when the peer refused; FrameError or another Error when it gave no answer that can be read
 */
export async function callUnary<In extends DescMessage, Out extends DescMessage>(
  { url, secret }: GrpcPeer,
  method: DescMethodUnary<In, Out>,
  request: MessageShape<In>,
  { signal, timeoutMs }: CallOptions,
): Promise<MessageShape<Out>> {
  const response = await fetch(`${url.replace(/\/$/, "")}/${method.parent.typeName}/${method.name}`, {
    method: "POST",
    headers: {
      "Content-Type": CONTENT_TYPE,
      "X-Grpc-Web": "1",
      Authorization: `Bearer ${secret}`,
      "Grpc-Timeout": encodeTimeout(timeoutMs),
    },
    body: encodeRequest(toBinary(method.input, request)),
    signal,
  });
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel();
    throw new FrameError(`the engine answered with HTTP status ${response.status}`);
  }
  const { message, status } = decodeResponse(await readBounded(response.body));
  if (message === null || status !== 0) throw new GrpcError(status);
  return fromBinary(method.output, message);
}

/** One reading for the answer that a guest waits for, a few for a batch's. */
async function readBounded(body: ReadableStream): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader({ mode: "byob" });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { value } = await reader.readAtLeast(READ_BYTES, new Uint8Array(READ_BYTES));
    if (value === undefined) break;
    size += value.byteLength;
    if (size > MAX_ANSWER_BYTES) {
      await reader.cancel();
      throw new FrameError("the answer is too large");
    }
    chunks.push(value);
    if (value.byteLength < READ_BYTES) break;
  }
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1) return first;
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}
