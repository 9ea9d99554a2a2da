import ts from "typescript";
import { declarationsOf, importOf } from "./declarations.ts";
import type { Module } from "./modules.ts";

/**
 * Functions that `commit()` calls for a verb: they store and publish messages and activities, store results of an
 * `Idempotency-Key`, and seal the audit chain. Also the write conditions of a user, which only a write by hand needs.
 */
const CEREMONY = new Set([
  "recordAudit",
  "recordDataExport",
  "sealAfterResponse",
  "sealRecords",
  "recordResult",
  "enqueue",
  "enqueueImmediate",
  "flushAfterResponse",
  "flushSoon",
  "storeActivities",
  "hasRole",
  "hasLiveSession",
]);

/** Files that call them, or write a batch, by hand, with the reason. Each list only becomes shorter. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  "a hot route: prepared statements, and one batch for several requests": [
    "src/rsvp/submit-rsvp.ts",
    "src/rsvp/edit-rsvp.ts",
    "src/risk/access-log.ts",
    "src/door/add-arrivals.ts",
    "src/door/publish-arrival.ts",
    "src/invitations/devices/queries.ts",
    "src/door/check-in-guest.ts",
    "src/risk/assess-access.ts",
    "src/risk/store-scores.ts",
  ],
  "records before it reads or on another shard than its change": [
    "src/identity/accounts/record-export.ts",
    "src/live/create-live-ticket.ts",
    "src/insights/audit/read-audit.ts",
    "src/privacy/export-data.ts",
    "src/live/webhooks/audit-endpoint.ts",
    "src/events/copies/copy-event.ts",
  ],
  "one statement whose returned row says whether the user may still act, or whether it was first": [
    "src/identity/second-factors/step-up.ts",
    "src/identity/second-factors/use-factor.ts",
    "src/identity/second-factors/use-passkey.ts",
    "src/identity/second-factors/complete-log-in.ts",
    "src/identity/accounts/refresh-session.ts",
    "src/live/alerts/turn-alerts-off.ts",
    "src/messaging/broadcasts/dispatch.ts",
  ],
  "each row has its own condition, and a row that lost must not abort the others": [
    "src/identity/second-factors/reencrypt-totp-secrets.ts",
    "src/invitations/issue-missing.ts",
    "src/live/webhooks/reencrypt-webhook-secrets.ts",
  ],
  "idempotent statements without a common condition, an actor, a record or a message": [
    "src/identity/accounts/end-sessions.ts",
    "src/identity/accounts/key-caller.ts",
    "src/identity/recovery/reset-password.ts",
    "src/live/alerts/schedule-alerts.ts",
    "src/events/images/delete-unused.ts",
    "src/privacy/erase-outside-database.ts",
    "src/privacy/aggregate-access-logs.ts",
    "src/privacy/delete-expired.ts",
    "src/sending/unsubscribe/unsubscribe.ts",
    "src/mail/record-dead-letter.ts",
    // The ID of the provider's call violates a constraint when it is repeated.
    "src/mail/reports/handle-inbound-sms.ts",
  ],
  "what a provider has answered: it was claimed before, and is stored whatever has changed since": [
    "src/messaging/broadcasts/deliver-batch.ts",
    "src/messaging/broadcasts/fail-batch.ts",
    "src/sending/deliver.ts",
    "src/sending/persist-outcome.ts",
  ],
  "only a part of the batch has the condition, such as an email or a lock": [
    "src/identity/accounts/log-in.ts",
    "src/identity/accounts/start-session.ts",
    "src/billing/apply-payment-event.ts",
    "src/risk/challenges/ask-host.ts",
    "src/risk/challenges/send-challenge.ts",
    "src/risk/challenges/verify-challenge.ts",
    "src/events/seats/offer-seats.ts",
    "src/live/webhooks/deliver-webhooks.ts",
    "src/sending/unsubscribe/undo-complaint.ts",
  ],
  "activities or a record of a guest or a provider, which commit() takes from users only": [
    "src/access/reports/report-access.ts",
    "src/rsvp/answer-offer.ts",
    "src/mail/reports/find-reported-mail.ts",
    "src/mail/reports/handle-mail-report.ts",
  ],
  "publishes only after work outside its batch, or erases the outbox first": [
    "src/privacy/delete-account.ts",
    "src/privacy/erase-event.ts",
  ],
};

/** The files that may do by hand what `commit()` does. */
export const BY_HAND: ReadonlySet<string> = new Set(Object.values(EXCEPTIONS).flat());

/**
 * Returns what a module of an area imports of the ceremony. Empty for the platform and for files at the root of `src`.
 */
export function ceremonyIn({ path, imports }: Module): string[] {
  if (!/^src\/[\w-]+\//.test(path) || path.startsWith("src/platform/")) return [];
  return imports
    .filter(({ target }) => target.startsWith("src/platform/"))
    .flatMap(({ names }) => names ?? [])
    .map(({ exported }) => exported)
    .filter((name) => CEREMONY.has(name));
}

const BATCHES = new Set(["runBatch", "runGroupedBatch", "runBatchGroups"]);
const INSERTS = new Set(["insertFrom", "insertRows", "insertWhere"]);
const BUILDERS = new Set(["insert", "update", "delete"]);

/**
 * Returns the calls by which a module of an area writes a batch by itself: a call of `runBatch` or `batch` whose
 * statements reach an insert, an update or a delete, symbol by symbol. A call that only reads is none.
 */
export function writtenBatches(modules: ReadonlyMap<string, Module>, module: Module): string[] {
  if (!/^src\/[\w-]+\//.test(module.path) || /^src\/(platform|db)\//.test(module.path)) return [];
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isBatch(node) && node.arguments.some((given) => writes(modules, module, given))) {
      found.push(`${module.path}:${module.source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(module.source);
  return found;
}

function isBatch({ expression }: ts.CallExpression): boolean {
  return ts.isIdentifier(expression)
    ? BATCHES.has(expression.text)
    : ts.isPropertyAccessExpression(expression) && expression.name.text === "batch";
}

/** Whether code reaches a statement that writes. Follows the constants of its function, and imports. */
function writes(modules: ReadonlyMap<string, Module>, module: Module, code: ts.Node): boolean {
  const seen = new Set<ts.Node>();
  const reach = (within: Module, node: ts.Node): boolean => {
    if (seen.has(node)) return false;
    seen.add(node);
    const visit = (each: ts.Node): boolean => {
      if (ts.isTypeNode(each)) return false;
      if (ts.isCallExpression(each) && isWrite(within, each)) return true;
      if (ts.isIdentifier(each)) {
        const [path, name] = importOf(within, each.text) ?? [within.path, each.text];
        const target = path === within.path ? within : modules.get(path);
        const declared = target && (localOf(each) ?? declarationsOf(target).get(name));
        if (target && declared && reach(target, declared)) return true;
      }
      return ts.forEachChild(each, visit) ?? false;
    };
    return visit(node);
  };
  return reach(module, code);
}

function isWrite(module: Module, { expression, arguments: [first] }: ts.CallExpression): boolean {
  if (ts.isIdentifier(expression)) return INSERTS.has(expression.text);
  if (!ts.isPropertyAccessExpression(expression) || !BUILDERS.has(expression.name.text)) return false;
  const table = first && ts.isIdentifier(first) ? importOf(module, first.text)?.[0] : undefined;
  return table?.startsWith("src/db/schema/") ?? false;
}

/** The initializer of the constant of the same function that a name refers to. */
function localOf(name: ts.Identifier): ts.Expression | undefined {
  for (let scope: ts.Node = name.parent; !ts.isSourceFile(scope); scope = scope.parent) {
    if (!ts.isBlock(scope)) continue;
    for (const statement of scope.statements) {
      if (!ts.isVariableStatement(statement)) continue;
      for (const { name: bound, initializer } of statement.declarationList.declarations) {
        const names = ts.isIdentifier(bound) ? [bound.text] : boundNames(bound);
        if (names.includes(name.text)) return initializer;
      }
    }
  }
  return undefined;
}

function boundNames(pattern: ts.BindingPattern): string[] {
  return pattern.elements.flatMap((element) => {
    if (ts.isOmittedExpression(element)) return [];
    return ts.isIdentifier(element.name) ? [element.name.text] : boundNames(element.name);
  });
}
