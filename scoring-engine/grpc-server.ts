import { type DescMessage, type DescService, fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import * as grpc from "@grpc/grpc-js";
import { ReflectionService } from "@grpc/reflection";
import { HealthImplementation } from "grpc-health-check";
import { AccessEvents, FraudService, file_fraud_v1_fraud } from "../proto/fraud/v1/fraud_pb.js";
import { decode } from "./decode.ts";
import type { Engine } from "./engine.ts";
import { refusalOf } from "./engine-error.ts";
import { MAX_TRANSPORT_BYTES } from "./limits.ts";

const SERVICES = ["", FraudService.typeName, AccessEvents.typeName] as const;
/** Interval of keepalive pings, milliseconds, so that connections of dead peers are closed. */
const KEEPALIVE_MS = 60_000;

/** A decoded request, null once the call has read it; or the error of decoding. */
type Decoded = { message: Message | null } | { readonly refusal: unknown };

function decoder(schema: DescMessage): (bytes: Buffer) => Decoded {
  return (bytes) => {
    try {
      return { message: decode(schema, bytes) };
    } catch (refusal) {
      return { refusal };
    }
  };
}

/** Serialises to a Buffer, as the library requires, without a copy. */
function bytesOf(schema: DescMessage, message: Message): Buffer {
  const { buffer, byteOffset, byteLength } = toBinary(schema, message);
  return Buffer.from(buffer, byteOffset, byteLength);
}

function definitionOf(service: DescService): grpc.ServiceDefinition {
  return Object.fromEntries(
    service.methods.map(({ name, localName, input, output }) => [
      localName,
      {
        path: `/${service.typeName}/${name}`,
        requestStream: false,
        responseStream: false,
        requestSerialize: (message: Message) => bytesOf(input, message),
        requestDeserialize: decoder(input),
        responseSerialize: (message: Message) => bytesOf(output, message),
        responseDeserialize: (bytes: Buffer) => fromBinary(output, bytes),
      },
    ]),
  );
}

function remainingOf(deadline: grpc.Deadline): number | null {
  const at = deadline instanceof Date ? deadline.getTime() : deadline;
  return Number.isFinite(at) ? at - Date.now() : null;
}

type Check = (authorization: string | undefined) => void;

function unary<In extends Message, Out extends Message>(
  verb: (message: In, remainingMs: number | null) => Promise<Out>,
  check: Check,
): grpc.handleUnaryCall<Decoded, Out> {
  return (call, callback) => {
    const refuse = (error: unknown): void => {
      const { status, message } = refusalOf(error);
      callback({ code: status, details: message });
    };
    try {
      check(call.metadata.get("authorization")[0]?.toString());
      const { request } = call;
      if ("refusal" in request) throw request.refusal;
      const message = request.message as In;
      // The library's stream lives until the next full garbage collection; the message need not.
      request.message = null;
      verb(message, remainingOf(call.getDeadline())).then((answer) => callback(null, answer), refuse);
    } catch (error) {
      refuse(error);
    }
  };
}

/** Adds the bearer check to streaming methods of a library. */
function withBearerCheck(methods: grpc.UntypedServiceImplementation, check: Check): grpc.UntypedServiceImplementation {
  const guard =
    (method: grpc.handleBidiStreamingCall<unknown, unknown>) => (call: grpc.ServerDuplexStream<unknown, unknown>) => {
      try {
        check(call.metadata.get("authorization")[0]?.toString());
        method(call);
      } catch (error) {
        const { status, message } = refusalOf(error);
        call.emit("error", { code: status, details: message });
      }
    };
  const guardedMethods = Object.entries(methods).map(([name, method]) => [
    name,
    guard(method as grpc.handleBidiStreamingCall<unknown, unknown>),
  ]);
  return Object.fromEntries(guardedMethods);
}

/** Reflection reads only the files of a package definition, which the generated descriptors have. */
function addReflection(server: grpc.Server, check: Check): void {
  const files = [file_fraud_v1_fraud, ...file_fraud_v1_fraud.dependencies];
  const fileDescriptorProtos = files.map((file) => Buffer.from(toBinary(FileDescriptorProtoSchema, file.proto)));
  const definition = { [file_fraud_v1_fraud.name]: { fileDescriptorProtos } } as unknown;
  new ReflectionService(definition as ConstructorParameters<typeof ReflectionService>[0]).addToServer({
    addService: (service, methods) => server.addService(service, withBearerCheck(methods, check)),
  });
}

export interface Listener {
  readonly port: number;
  /** Makes health checks report NOT_SERVING. Calls still get responses. */
  setNotServing(): void;
  /** Accepts no new connections. Resolves when open calls have a response, or after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** Native gRPC: the two services, standard health checks and reflection. Resolves when listening. */
export async function listenGrpc(engine: Engine, check: Check, host: string, port: number): Promise<Listener> {
  const server = new grpc.Server({
    "grpc.max_receive_message_length": MAX_TRANSPORT_BYTES,
    "grpc.keepalive_time_ms": KEEPALIVE_MS,
    // Introspection of connections, unused and a cost per call.
    "grpc.enable_channelz": 0,
  });
  server.addService(definitionOf(FraudService), {
    score: unary(engine.score, check),
    scoreBatch: unary(engine.scoreBatch, check),
  });
  server.addService(definitionOf(AccessEvents), {
    handle: unary(engine.handle, check),
    handleBatch: unary(engine.handleBatch, check),
    confirm: unary(engine.confirm, check),
    confirmBatch: unary(engine.confirmBatch, check),
    forget: unary(engine.forget, check),
  });
  const health = new HealthImplementation(Object.fromEntries(SERVICES.map((name) => [name, "SERVING"])));
  health.addToServer(server);
  addReflection(server, check);
  const at = (number: number): string => (host.includes(":") ? `[${host}]:${number}` : `${host}:${number}`);
  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(at(port), grpc.ServerCredentials.createInsecure(), (error, actual) =>
      error === null ? resolve(actual) : reject(error),
    );
  });
  return {
    port: bound,
    setNotServing: () => {
      for (const name of SERVICES) health.setStatus(name, "NOT_SERVING");
    },
    close: (graceMs) =>
      new Promise((resolve) => {
        // Health watches never end by themselves.
        server.drain(at(bound), graceMs);
        server.tryShutdown(() => resolve());
      }),
  };
}
