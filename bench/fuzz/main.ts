/**
 * Sends malformed and odd variants of every operation of the OpenAPI document to the Worker, as it is deployed, on
 * workerd with its real engine and mail server, and checks each response against the document. Exits with 1 when one is a 5xx,
 * is missing, is not in the document or leaks internals, or when an operation never succeeded.
 *
 *     npm run bench -- fuzz            REQUESTS (20000) and SEED (today's) from the environment; ONLY=<operation> for one
 */

import { responseProblems } from "../../testkit/fuzz/check-response.ts";
import { type Operation, readOperations } from "../../testkit/fuzz/document.ts";
import { type ForeignValues, mutate } from "../../testkit/fuzz/mutate.ts";
import { withPrototypeNames } from "../../testkit/fuzz/prototype-names.ts";
import { type Draft, toWire, type WireRequest } from "../../testkit/fuzz/request.ts";
import { WEBHOOK_SECRETS } from "../../testkit/fuzz/webhooks.ts";
import { startPaymentsDouble } from "../../testkit/payments-double.ts";
import { openRandom, type Random } from "../../testkit/random.ts";
import { startService } from "../../testkit/running-service.ts";
import { startWebhookReceiver } from "../../testkit/webhook-receiver.ts";
import { createFixtures, type Fixtures, PLATFORM_SECRET } from "./fixtures.ts";
import { validDraft } from "./generators.ts";
import { newReport } from "./report.ts";
import { sender } from "./send.ts";

const REQUESTS = Number(process.env.REQUESTS ?? 20_000);
const SEED = Number(process.env.SEED ?? Math.floor(Date.now() / 86_400_000));
const AT_ONCE = 8;
/** Rounds through all operations with unchanged requests, before mutations. */
const UNCHANGED = 3;
/** Distance between the random seeds of two requests, so that their streams are independent. */
const STRIDE = 2_654_435_761;

const payments = await startPaymentsDouble();
const receiver = await startWebhookReceiver();
const service = await startService({
  PLATFORM_SECRET,
  WEBHOOKS_TO_LOOPBACK: "true",

  STRIPE_SECRET_KEY: "sk_test_usher",
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRETS.stripe,
  STRIPE_API_BASE: payments.url,
  STRIPE_PRICE_PRO: "price_pro",
  STRIPE_PRICE_BUSINESS: "price_business",
  RESEND_WEBHOOK_SECRET: WEBHOOK_SECRETS.resend,
  TWILIO_AUTH_TOKEN: WEBHOOK_SECRETS.twilio,
});
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  await Promise.all([service.stop(), payments.stop(), receiver.stop()]);
}

async function run(): Promise<boolean> {
  console.log(`seed ${SEED}, ${REQUESTS} requests, ${AT_ONCE} at once`);
  const send = sender(service.url);
  const document = await fetch(new URL("/openapi.json", service.url));
  const operations = readOperations(await document.text());
  const chosen = operations.filter(({ id }) => process.env.ONLY === undefined || id === process.env.ONLY);
  const fixtures = await createFixtures(service, receiver.url);
  const others = othersOf(fixtures);
  const report = newReport(operations);
  console.log(`${operations.length} operations; fixtures created after ${Math.round(process.uptime())} s`);

  /** Each operation first gets every inherited property name at every position, then random mutations. */
  function changed(draft: Draft, index: number, random: Random): { wire: WireRequest; isValid: boolean } {
    const variant = withPrototypeNames(draft)[Math.floor(index / chosen.length) - UNCHANGED];
    return variant ? { wire: toWire(variant), isValid: false } : mutate(draft, random, others);
  }

  let next = 0;
  async function work(): Promise<void> {
    while (next < REQUESTS) {
      const index = next++;
      const operation = chosen[index % chosen.length] as Operation;
      const random = openRandom((SEED + index * STRIDE) >>> 0);
      const draft = await validDraft(operation, fixtures, random);
      // The first requests of each operation are sent unchanged, while unused secrets and guests are available.
      const isFirst = index < chosen.length * UNCHANGED;
      const { wire, isValid } = isFirst ? { wire: toWire(draft), isValid: true } : changed(draft, index, random);
      const began = performance.now();
      const answer = await send(wire);
      const faults = responseProblems({ operations, wire, secrets: draft.secrets, answer });
      report.add({
        index,
        operation,
        wire,
        isValid: isValid && !draft.isSpent,
        answer,
        faults,
        ms: performance.now() - began,
      });
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return report.print(chosen);
}

/** Well-formed foreign values: IDs of other tenants, and bearer tokens for other purposes. */
function othersOf({ tenants, idle, unusedSecrets }: Fixtures): ForeignValues {
  const ids = tenants.flatMap(({ eventId, guests, messageIds, logIds, viewer }) =>
    [eventId, guests[0]?.id, messageIds[0], logIds[0], viewer.id].filter((id) => id !== undefined),
  );
  const bearers = [
    ...tenants.flatMap(({ viewer, editor, scannerTicket, doorCodes, guests }) =>
      [viewer.token, editor.token, scannerTicket, doorCodes[0], guests[0]?.token].filter((one) => one !== undefined),
    ),
    ...idle.slice(0, 4).flatMap(({ token, refreshToken }) => [token, refreshToken]),
    ...unusedSecrets.verifications.slice(0, 2),
    // Unsigned, and expired.
    "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4IiwiYXVkIjoic2Vzc2lvbiJ9.",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4IiwiYXVkIjoic2Vzc2lvbiIsImV4cCI6MX0.AAAA",
  ];
  return { ids, bearers };
}
