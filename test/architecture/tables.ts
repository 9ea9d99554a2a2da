import ts from "typescript";
import { type Module, roomOf } from "./modules.ts";

/** The feature that owns a table, and others that write parts of it, each with the reason. */
export interface Writers {
  owner: string;
  also?: Readonly<Record<string, string>>;
}

const ERASURE = "what is about a person goes when the person does";
const REPLICA = "the account's replica on the shards after the first";
const LOWERED = "a party that becomes smaller takes its answer along, in its own batch";
const COPY = "the copy of an event, in one batch";
const ENDING = "what an event ends, as the registry says";
const EXPIRY = "expired rows are deleted";

/** Every table of src/db/schema. */
export const WRITERS: Readonly<Record<string, Writers>> = {
  accountLog: { owner: "features/accounts", also: { "features/privacy": `${ERASURE}, and ${EXPIRY}` } },
  accessLogCounts: { owner: "features/privacy" },
  accessLogs: {
    owner: "features/risk",
    also: { "features/privacy": `${ERASURE}, and what is too old is aggregated to counts` },
  },
  accessReports: { owner: "features/access-reports" },
  accessTokens: { owner: "features/invitations" },
  alertRounds: { owner: "features/alerts" },
  alertSettings: { owner: "features/alerts", also: { "features/privacy": ERASURE } },
  apiKeys: {
    owner: "features/api-keys",
    also: { "features/accounts": "when a key was last used, and the end of all" },
  },
  auditChains: { owner: "features/audit" },
  auditRecords: { owner: "features/audit", also: { "features/privacy": ERASURE } },
  challenges: { owner: "features/challenges", also: { "features/privacy": EXPIRY } },
  checkInArrivals: { owner: "features/checkin" },
  checkIns: { owner: "features/checkin" },
  collaboratorInvites: {
    owner: "features/collaborators",
    also: { "features/privacy": `${ERASURE}, and ${EXPIRY}`, "features/revocation": ENDING },
  },
  commitGuards: { owner: "src/db/abort-unless.ts" },
  deadLetters: { owner: "features/notifier", also: { "features/privacy": ERASURE } },
  deliveries: { owner: "features/notifier", also: { "features/privacy": ERASURE } },
  doorDeviceUses: { owner: "features/door-devices" },
  doorDevices: { owner: "features/door-devices", also: { "features/privacy": EXPIRY, "features/revocation": ENDING } },
  eventAllowlist: { owner: "features/risk" },
  eventBranding: { owner: "features/branding", also: { "features/event-copies": COPY } },
  eventCollaborators: { owner: "features/collaborators", also: { "features/privacy": ERASURE } },
  eventTexts: { owner: "features/texts", also: { "features/event-copies": COPY } },
  // Triggers of the database write it.
  eventSeats: { owner: "features/rsvp" },
  eventQuestions: { owner: "features/questions", also: { "features/event-copies": COPY } },
  events: { owner: "features/events", also: { "features/privacy": ERASURE, "features/risk": "the thresholds" } },
  featureFlags: { owner: "platform/flags" },
  fraudFeedback: { owner: "features/risk" },
  guestCounts: { owner: "features/guests", also: { "features/event-copies": COPY } },
  guestDevices: { owner: "features/devices", also: { "features/privacy": EXPIRY } },
  guests: {
    owner: "features/guests",
    also: {
      "features/event-copies": COPY,
      "features/invitations": "when invited, and what became of the mail",
      "features/privacy": ERASURE,
      "features/risk": "when the link was first opened",
    },
  },
  hostUnsubscribes: { owner: "features/notifier", also: { "features/privacy": ERASURE } },
  idempotencyKeys: { owner: "platform/idempotency", also: { "features/privacy": ERASURE } },
  messageBatches: { owner: "features/broadcasts" },
  messageDeliveries: { owner: "features/broadcasts", also: { "features/privacy": ERASURE } },
  messageRecipients: { owner: "features/messages" },
  messages: {
    owner: "features/messages",
    also: {
      "features/broadcasts": "the way from due to sent",
      "features/event-copies": COPY,
      "features/privacy": ERASURE,
    },
  },
  operatorLog: { owner: "platform/operator-log" },
  outbox: { owner: "platform/outbox" },
  passkeys: { owner: "features/second-factors", also: { "features/revocation": ENDING } },
  // A trigger of the database writes it.
  pastInvitations: { owner: "features/privacy" },
  recoveryCodes: { owner: "features/second-factors", also: { "features/revocation": ENDING } },
  refreshTokens: { owner: "features/accounts", also: { "features/privacy": `${ERASURE}, and ${EXPIRY}` } },
  rsvpRevisions: { owner: "features/rsvp", also: { "features/guests": LOWERED } },
  rsvps: {
    owner: "features/rsvp",
    also: { "features/guests": LOWERED, "features/seats": "the seat of a waiting party: offered, and run out" },
  },
  signInNetworks: { owner: "features/accounts", also: { "features/privacy": EXPIRY } },
  endedSessions: { owner: "features/accounts", also: { "features/privacy": EXPIRY } },
  secrets: { owner: "platform/secrets" },
  seatOffers: { owner: "features/seats" },
  textCounts: { owner: "features/sending", also: { "features/privacy": EXPIRY } },
  sendingHours: { owner: "features/sending", also: { "features/privacy": `${ERASURE}, and ${EXPIRY}` } },
  sendingPauses: { owner: "features/sending", also: { "features/privacy": ERASURE } },
  sessionMonitors: { owner: "features/accounts", also: { "features/privacy": `${ERASURE}, and ${EXPIRY}` } },
  sessions: {
    owner: "features/accounts",
    also: {
      "features/privacy": `${ERASURE}, and ${EXPIRY}`,
      "features/second-factors": "when the session last proved itself",
    },
  },
  smsOptOuts: { owner: "features/sending" },
  subscriptions: { owner: "features/billing", also: { "platform/account-replicas": REPLICA } },
  suppressions: { owner: "features/notifier" },
  thinningRounds: { owner: "features/privacy" },
  totpSecrets: { owner: "features/second-factors", also: { "features/revocation": ENDING } },
  uploads: { owner: "features/uploads", also: { "features/privacy": ERASURE } },
  factorFailures: { owner: "features/second-factors", also: { "features/privacy": EXPIRY } },
  usedChallenges: { owner: "features/second-factors", also: { "features/privacy": EXPIRY } },
  userShards: { owner: "platform/shards" },
  users: {
    owner: "features/accounts",
    also: { "features/privacy": ERASURE, "features/revocation": ENDING, "platform/account-replicas": REPLICA },
  },
  arrivalRounds: { owner: "features/monitor" },
  webhookDeliveries: { owner: "features/webhooks", also: { "features/privacy": EXPIRY } },
  webhookEndpoints: {
    owner: "features/webhooks",
    also: { "features/privacy": ERASURE, "features/revocation": ENDING },
  },
  webhookEvents: { owner: "features/billing", also: { "features/privacy": EXPIRY } },
};

const WRITING = /\b(insert into|update|delete from)\s*$/i;

/** The tables that a module of the schema declares. */
export function tablesDeclaredBy(module: Module): string[] {
  return [...module.text.matchAll(/^export const (\w+) = sqliteTable\(/gm)].map((match) => match[1] ?? "");
}

/** The tables that a module writes: by drizzle's builders, by `insertWhere` or `insertRows`, or in literal SQL. */
export function tablesWrittenBy(module: Module): string[] {
  const tables = new Map<string, string>();
  for (const { target, names } of module.imports) {
    if (!target.startsWith("src/db/schema/")) continue;
    for (const { exported, local } of names ?? []) tables.set(local, exported);
  }
  const written = new Set<string>();
  const note = (node: ts.Node | undefined): void => {
    const table = node && ts.isIdentifier(node) ? tables.get(node.text) : undefined;
    if (table !== undefined) written.add(table);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) note(writtenArgument(node));
    if (ts.isTemplateExpression(node)) {
      let before = node.head.text;
      for (const { expression, literal } of node.templateSpans) {
        if (WRITING.test(before)) note(expression);
        before = literal.text;
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(module.source);
  return [...written];
}

function writtenArgument({ expression, arguments: given }: ts.CallExpression): ts.Node | undefined {
  if (ts.isIdentifier(expression)) return /^insert(Where|Rows)$/.test(expression.text) ? given[1] : undefined;
  if (!ts.isPropertyAccessExpression(expression)) return undefined;
  return ["insert", "update", "delete"].includes(expression.name.text) ? given[0] : undefined;
}

/** The writes of a module that its feature does not own, each with a reason; empty when there are none. */
export function wrongWrites(module: Module): string[] {
  const feature = roomOf(module.path) ?? module.path;
  return tablesWrittenBy(module).flatMap((table) => {
    const writers = WRITERS[table];
    if (writers === undefined || writers.owner === feature || writers.also?.[feature]) return [];
    return [`${module.path} writes ${table}: put the statement into ${writers.owner}'s queries.ts and call it there.`];
  });
}
