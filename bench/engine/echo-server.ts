import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import * as grpc from "@grpc/grpc-js";
import {
  Risk,
  type ScoreRequest,
  ScoreRequestSchema,
  type ScoreResponse,
  ScoreResponseSchema,
} from "../../proto/fraud/v1/fraud_pb.js";

/** The baseline: a server that decodes the same request and encodes a response like the engine's, and does nothing else. */
const RESPONSE = {
  score: 12,
  risk: Risk.LOW,
  reasons: ["ip_change"],
  automated: false,
  recorded: true,
  geoCountry: "DE",
  geoCity: "Berlin",
  geoLat: 52.52,
  geoLon: 13.405,
  evidence: { ip_change: '{"known":2,"same_prefix":false}' },
};
const server = new grpc.Server();
const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);
server.addService(
  {
    score: {
      path: "/usher.fraud.v1.FraudService/Score",
      requestStream: false,
      responseStream: false,
      requestSerialize: (message: ScoreRequest) => Buffer.from(toBinary(ScoreRequestSchema, message)),
      requestDeserialize: (bytes: Buffer) => fromBinary(ScoreRequestSchema, bytes),
      responseSerialize: (message: ScoreResponse) => bytesOf(toBinary(ScoreResponseSchema, message)),
      responseDeserialize: (bytes: Buffer) => fromBinary(ScoreResponseSchema, bytes),
    },
  },
  {
    score: (_call: grpc.ServerUnaryCall<ScoreRequest, ScoreResponse>, callback: grpc.sendUnaryData<ScoreResponse>) =>
      callback(null, create(ScoreResponseSchema, { ...RESPONSE, scoredAt: timestampFromMs(Date.now()) })),
  },
);
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error !== null) throw error;
  process.stdout.write(`${JSON.stringify({ msg: "ready", grpc_port: port })}\n`);
});
