import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Risk, type ScoreRequest, ScoreResponseSchema } from "../../proto/fraud/v1/fraud_pb.js";
import { bearerCheck } from "../../scoring-engine/authorize.ts";
import { isFlushed } from "../../scoring-engine/await-flush.ts";
import { insertAccess } from "../../scoring-engine/baseline/access-log.ts";
import { type AccessRecord, type GuestBaseline, NO_HISTORY } from "../../scoring-engine/baseline/guest-baseline.ts";
import { GUEST_RETENTION_MS, KEYS } from "../../scoring-engine/baseline/keys.ts";
import { openSqliteStore } from "../../scoring-engine/baseline/sqlite-store.ts";
import { readConfig } from "../../scoring-engine/config.ts";
import type { Engine } from "../../scoring-engine/engine.ts";
import { listenGrpc } from "../../scoring-engine/grpc-server.ts";
import { limitHeapGrowth } from "../../scoring-engine/heap-growth.ts";
import { createLoadShedder } from "../../scoring-engine/load-shedder.ts";
import { log } from "../../scoring-engine/log.ts";
import { openMetrics } from "../../scoring-engine/metrics.ts";
import type { Services } from "../../scoring-engine/services.ts";

/**
 * The ceiling of the engine's throughput: a server with the engine's transport and store that adds each access to its guest's
 * document, waits for the commit, and returns a fixed score. It stores the ID, time, network and result of each access, and neither
 * parses, compares, learns nor measures.
 */
limitHeapGrowth();
const config = readConfig(process.env);
const store = openSqliteStore(config.storePath, config.storeMaxBytes, (error) => {
  throw error;
});
const services: Services = {
  store,
  log,
  now: Date.now,
  lookup: () => null,
  metrics: openMetrics(() => 0),
  loadShedder: createLoadShedder(config.maxConcurrency, () => {}),
};
/** Equal to the engine's response to most accesses: no reasons. */
const RESPONSE = {
  score: 1,
  risk: Risk.LOW,
  automated: false,
  geoCountry: "DE",
  geoCity: "Berlin",
  geoLat: 52.52,
  geoLon: 13.405,
};

async function remember({ eventId, guestId, accessLogId, ipAddress }: ScoreRequest, at: number): Promise<void> {
  const key = KEYS.guest(eventId, guestId);
  const record: AccessRecord = {
    id: accessLogId,
    at,
    scoredAt: at,
    score: RESPONSE.score,
    status: "seen",
    origin: { device: 1, model: 1, prefix: ipAddress },
  };
  await store.transact(
    {
      keys: [key],
      decide([document]) {
        const before = (document as GuestBaseline | undefined) ?? NO_HISTORY;
        const value: GuestBaseline = { ...before, accesses: insertAccess(before.accesses, record).log };
        return { result: undefined, writes: [{ key, value, expiresAt: at + GUEST_RETENTION_MS }] };
      },
    },
    0,
  );
}

const unused = (): never => {
  throw new Error("the stub only scores");
};
const stub: Engine = {
  scoreBatch: unused,
  handle: unused,
  handleBatch: unused,
  confirm: unused,
  confirmBatch: unused,
  forget: unused,
  async score(request) {
    const at = Date.now();
    await remember(request, at);
    return create(ScoreResponseSchema, {
      ...RESPONSE,
      scoredAt: timestampFromMs(at),
      recorded: await isFlushed(services),
    });
  },
};
const { port } = await listenGrpc(stub, bearerCheck(config.secret), config.host, config.grpcPort);
process.stdout.write(`${JSON.stringify({ msg: "ready", grpc_port: port, metrics_port: null })}\n`);
process.on("SIGTERM", () => process.exit(0));
