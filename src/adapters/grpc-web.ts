import { type DescMessage, type DescMethodUnary, fromBinary, type MessageShape, toBinary } from "@bufbuild/protobuf";
import {
  CONTENT_TYPE,
  decodeResponse,
  encodeRequest,
  encodeTimeout,
  FrameError,
  REGION_HEADER,
} from "../../proto/grpc-web/unary.ts";
import { log } from "../kernel/log.ts";
import { readAtMost } from "./read-at-most.ts";

/** Far above any real response: fifty results of about a kilobyte each. */
const MAX_ANSWER_BYTES = 256 * 1024;

/** The callee returned a gRPC status. Its message is for its own operators and left out. */
export class GrpcError extends Error {
  override readonly name = "GrpcError";
  readonly status: number;

  constructor(status: number) {
    super(`the engine answered with gRPC status ${status}`);
    this.status = status;
  }
}

/** The engine that responded keeps another region's baselines. */
class WrongRegion extends Error {
  override readonly name = "WrongRegion";
}

/** The address of the callee, and the shared secret. */
export interface GrpcPeer {
  readonly url: string;
  readonly secret: string;
  /** Region of the expected engine; null or absent if there is one region. */
  readonly region?: string | null;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  /** Sent to the engine as `Grpc-Timeout`. The caller stops waiting by `signal`. */
  readonly timeoutMs: number;
}

/**
 * Makes one unary call over gRPC-Web, because a Worker has no HTTP/2 client. Written for this one peer: the call is the
 * largest part of the cost of an access, and the stream-based library took twice the processor time.
 * @throws GrpcError for an error status of the peer; WrongRegion if the peer is another region's
 * @throws FrameError or another Error for an unreadable response
 */
export async function callUnary<In extends DescMessage, Out extends DescMessage>(
  { url, secret, region = null }: GrpcPeer,
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
      ...(region === null ? {} : { [REGION_HEADER]: region }),
    },
    body: encodeRequest(toBinary(method.input, request)),
    signal,
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new FrameError(`the engine answered with HTTP status ${response.status}`);
  }
  const answered = response.headers.get(REGION_HEADER);
  if (region !== null && answered !== null && answered !== region) {
    await response.body?.cancel();
    log("error", "engine_of_another_region", { region });
    throw new WrongRegion();
  }
  const { message, status } = decodeResponse(await readBody(response));
  if (message === null || status !== 0) throw new GrpcError(status);
  return fromBinary(method.output, message);
}

/**
 * Returns the body, at most `MAX_ANSWER_BYTES`. A body with a declared length, as the engine's have, is read in one
 * call.
 */
async function readBody(response: Response): Promise<Uint8Array> {
  const { headers, body } = response;
  const length = Number(headers.get("content-length") ?? Number.NaN);
  const isBounded = length <= MAX_ANSWER_BYTES && !headers.has("content-encoding");
  if (isBounded || body === null) return new Uint8Array(await response.arrayBuffer());
  const bytes = await readAtMost(body, MAX_ANSWER_BYTES);
  if (bytes === null) throw new FrameError("the answer is too large");
  return bytes;
}
