import type { TestProject } from "vitest/node";
import { startMailCatcher } from "../../../scripts/mail-catcher.ts";
import { startEngine } from "../../../testkit/engine-process.ts";
import { makePassIssuer } from "../../../testkit/pass-issuer.ts";
import { startPaymentsDouble } from "../../../testkit/payments-double.ts";
import { startWebhookReceiver } from "../../../testkit/webhook-receiver.ts";
import { startFaultyEngine } from "./faulty-engine.ts";
import { loadModules } from "./load-modules.ts";

/** More than all tests together send, so that no test evicts an email that another waits for. */
const MAX_MAILS = 20_000;

/** Starts the real engine and a real SMTP server for the tests on workerd, and ends them after the last. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const [engine, mailCatcher, faultyEngine, payments, receiver, passIssuer] = await Promise.all([
    startEngine({ storePath: ":memory:" }),
    startMailCatcher({ keep: MAX_MAILS }),
    startFaultyEngine(),
    startPaymentsDouble(),
    startWebhookReceiver(),
    makePassIssuer(),
    loadModules(project),
  ]);
  project.provide("passIssuer", passIssuer);
  project.provide("payments", { url: payments.url });
  project.provide("webhookReceiver", { url: receiver.url, tlsUrl: receiver.tlsUrl });
  project.provide("faultyEngine", { url: faultyEngine.url });
  project.provide("engine", { grpcAddress: engine.grpcAddress, grpcWebUrl: engine.grpcWebUrl, secret: engine.secret });
  project.provide("mailCatcher", { smtpPort: mailCatcher.smtpPort, httpPort: mailCatcher.httpPort });
  return async () => {
    await Promise.all([engine.stop(), mailCatcher.stop(), faultyEngine.stop(), payments.stop(), receiver.stop()]);
  };
}
