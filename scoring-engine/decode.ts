import { type DescMessage, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import {
  ConfirmBatchRequestSchema,
  HandleBatchRequestSchema,
  ScoreBatchRequestSchema,
} from "../proto/fraud/v1/fraud_pb.js";
import { MAX_REQUEST_BYTES, MAX_TRANSPORT_BYTES, malformedError, tooLargeError } from "./limits.ts";

/** A batch is limited by the transport; the size of each access in it is checked separately. */
const BATCHES: ReadonlySet<string> = new Set(
  [ScoreBatchRequestSchema, HandleBatchRequestSchema, ConfirmBatchRequestSchema].map(({ typeName }) => typeName),
);

/**
 * Decodes a request of either listener.
 * @throws EngineError INVALID_ARGUMENT when it is too large or malformed
 */
export function decode<In extends DescMessage>(schema: In, bytes: Uint8Array): MessageShape<In> {
  if (bytes.length > (BATCHES.has(schema.typeName) ? MAX_TRANSPORT_BYTES : MAX_REQUEST_BYTES)) throw tooLargeError();
  try {
    return fromBinary(schema, bytes);
  } catch {
    throw malformedError();
  }
}
