import ts from "typescript";
import { areaOf, type Module } from "./modules.ts";

/** The area that owns a table, and others that write parts of it, each with the reason. */
export interface Writers {
  owner: string;
  also?: Readonly<Record<string, string>>;
}

const ERASURE = "what is about a person goes when the person does";
const REPLICA = "the account's replica on the shards after the first";
const LOWERED = "a party that becomes smaller takes its answer along, in its own batch";
const COPY = "the copy of an event, in one batch";
const REMINDERS =
  "automatic reminders, change notices, and what cancelling, deleting or copying an event does to messages";
const ENDING = "what an event ends, as the registry says";
const ACCOUNT = "what an account leaves behind when it is deleted";
const EXPIRY = "expired rows are deleted";

/** Every table of src/db/schema. */
export const WRITERS: Readonly<Record<string, Writers>> = {
  accountLog: { owner: "identity", also: { privacy: EXPIRY, team: ACCOUNT } },
  accessLogCounts: { owner: "privacy" },
  accessLogs: { owner: "risk", also: { platform: ERASURE, privacy: `${EXPIRY}, and counted` } },
  accessReports: { owner: "access" },
  accessTokens: { owner: "invitations" },
  alertRounds: { owner: "live" },
  alertSettings: { owner: "live", also: { team: ACCOUNT } },
  apiKeys: { owner: "identity", also: { platform: "the end of all keys of a session or an account" } },
  auditChains: { owner: "platform" },
  auditRecords: { owner: "platform", also: { team: ACCOUNT } },
  challenges: { owner: "risk", also: { privacy: EXPIRY } },
  checkInArrivals: { owner: "door" },
  checkIns: { owner: "door" },
  collaboratorInvites: { owner: "team", also: { platform: ENDING, privacy: EXPIRY } },
  commitGuards: { owner: "db" },
  deadLetters: { owner: "mail", also: { platform: ERASURE, sending: "a mail that no attempt claimed" } },
  deliveries: { owner: "sending", also: { mail: "what a provider reports", privacy: EXPIRY, team: ACCOUNT } },
  doorDeviceUses: { owner: "door" },
  doorDevices: { owner: "door", also: { platform: ENDING, privacy: EXPIRY } },
  eventAllowlist: { owner: "risk" },
  eventBranding: { owner: "events" },
  eventCollaborators: { owner: "team" },
  eventTexts: { owner: "messaging", also: { events: COPY } },
  // Triggers of the database write it.
  eventSeats: { owner: "rsvp" },
  eventQuestions: { owner: "events" },
  events: {
    owner: "events",
    also: {
      access: "networks that need a code after an undo",
      platform: ERASURE,
      privacy: "an event whose members and guests were notified of its end can be erased",
      risk: "the thresholds",
      team: ACCOUNT,
    },
  },
  featureFlags: { owner: "platform" },
  fraudFeedback: { owner: "risk" },
  guestCounts: { owner: "guests", also: { events: COPY } },
  guestDevices: { owner: "invitations", also: { privacy: EXPIRY } },
  guests: {
    owner: "guests",
    also: {
      events: COPY,
      invitations: "when invited",
      platform: ERASURE,
      risk: "when the link was first opened",
      sending: "what became of the mail",
    },
  },
  hostUnsubscribes: { owner: "sending", also: { team: ACCOUNT } },
  idempotencyKeys: { owner: "platform", also: { team: ACCOUNT } },
  messageBatches: { owner: "messaging" },
  messageDeliveries: { owner: "messaging", also: { platform: ERASURE } },
  messageRecipients: { owner: "messaging" },
  messages: { owner: "messaging", also: { events: REMINDERS, platform: ERASURE } },
  operatorLog: { owner: "platform" },
  outbox: { owner: "platform" },
  passkeys: { owner: "identity", also: { platform: ENDING } },
  pastInvitations: { owner: "privacy" },
  recoveryCodes: { owner: "identity", also: { platform: ENDING } },
  refreshTokens: { owner: "platform", also: { identity: "rotation", privacy: EXPIRY, team: ACCOUNT } },
  replyNetworks: { owner: "access", also: { privacy: EXPIRY } },
  rsvpRevisions: { owner: "rsvp", also: { guests: LOWERED } },
  rsvps: { owner: "rsvp", also: { events: "the seat of a waiting party: offered, and run out", guests: LOWERED } },
  signInNetworks: { owner: "platform", also: { privacy: EXPIRY } },
  endedSessions: { owner: "platform", also: { privacy: EXPIRY, team: ACCOUNT } },
  secrets: { owner: "platform" },
  seatOffers: { owner: "events" },
  passedOver: { owner: "events" },
  stalledWaitlists: { owner: "events" },
  textCounts: { owner: "sending", also: { privacy: EXPIRY } },
  sendingHours: { owner: "sending", also: { privacy: EXPIRY, team: ACCOUNT } },
  sendingPauses: { owner: "sending", also: { team: ACCOUNT } },
  sessionMonitors: { owner: "platform", also: { privacy: EXPIRY, team: ACCOUNT } },
  sessions: {
    owner: "platform",
    also: { identity: "when the session last proved itself", privacy: EXPIRY, team: ACCOUNT },
  },
  smsOptOuts: { owner: "sending" },
  subscriptions: { owner: "billing", also: { platform: REPLICA } },
  suppressions: { owner: "sending" },
  accessLogAggregation: { owner: "privacy" },
  totpSecrets: { owner: "identity", also: { platform: ENDING } },
  undoneReplies: { owner: "access" },
  uploads: { owner: "events", also: { privacy: EXPIRY } },
  factorFailures: { owner: "identity", also: { privacy: EXPIRY } },
  usedChallenges: { owner: "identity", also: { privacy: EXPIRY } },
  userShards: { owner: "platform" },
  users: { owner: "identity", also: { platform: `${REPLICA}, and ${ENDING}`, team: ACCOUNT } },
  arrivalRounds: { owner: "live" },
  webhookDeliveries: { owner: "live", also: { privacy: EXPIRY } },
  webhookEndpoints: {
    owner: "live",
    also: { identity: "the endpoints of a rotated key go over to the new key", platform: ENDING, privacy: EXPIRY },
  },
  webhookEvents: { owner: "billing", also: { privacy: EXPIRY } },
};

const WRITING = /\b(insert into|update|delete from)\s*$/i;

/** The tables that a module of the schema declares. */
export function tablesDeclaredBy(module: Module): string[] {
  return [...module.text.matchAll(/^export const (\w+) = sqliteTable\(/gm)].map((match) => match[1] ?? "");
}

/** The tables that a module writes: by drizzle's builders, by `insertWhere`, `insertRows` or `insertFrom`, or in literal SQL. */
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

/** An insert of a query's columns by position, in literal SQL. */
const POSITIONAL_INSERT = /\binsert\s+(or\s+\w+\s+)?into\s+\S+\s*(\([^)]*\)\s*)?(select|with|values\s*\(select)\b/i;
/** Where `insertFrom` names the columns. */
const INSERTS = "src/db/inserts.ts";
/** SQLite of a Durable Object, which has no Drizzle. */
const OBJECTS = /^src\/platform\/activities\//;

/** Where a module inserts the columns of a query by position: `insert(table).select(…)`, or literal SQL. */
export function positionalInserts(module: Module): string[] {
  if (module.path === INSERTS || OBJECTS.test(module.path)) return [];
  const problems: string[] = [];
  const visit = (node: ts.Node): void => {
    const isPositional =
      (ts.isCallExpression(node) && selectsInto(node)) ||
      ((ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && POSITIONAL_INSERT.test(node.getText()));
    if (isPositional) {
      const line = module.source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      problems.push(`${module.path}:${line} inserts by position: name the columns with insertFrom or insertWhere.`);
    }
    ts.forEachChild(node, visit);
  };
  visit(module.source);
  return problems;
}

function selectsInto({ expression }: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== "select") return false;
  const { expression: builder } = expression;
  return (
    ts.isCallExpression(builder) &&
    ts.isPropertyAccessExpression(builder.expression) &&
    builder.expression.name.text === "insert"
  );
}

function writtenArgument({ expression, arguments: given }: ts.CallExpression): ts.Node | undefined {
  if (ts.isIdentifier(expression)) return /^insert(Where|Rows|From)$/.test(expression.text) ? given[1] : undefined;
  if (!ts.isPropertyAccessExpression(expression)) return undefined;
  return ["insert", "update", "delete"].includes(expression.name.text) ? given[0] : undefined;
}

/** The writes of a module that its area does not own; empty when there are none. */
export function wrongWrites(module: Module): string[] {
  const area = areaOf(module.path);
  return tablesWrittenBy(module).flatMap((table) => {
    const writers = WRITERS[table];
    if (writers === undefined || writers.owner === area || writers.also?.[area] || writers.also?.[module.path])
      return [];
    return [`${module.path} writes ${table}: the area that writes it is ${writers.owner}.`];
  });
}
