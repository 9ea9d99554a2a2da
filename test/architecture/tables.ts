import ts from "typescript";
import { featureOf, type Module } from "./modules.ts";

/** The feature that writes a table, and the few that write something of it besides, each with what that is. */
export interface Writers {
  owner: string;
  also?: Readonly<Record<string, string>>;
}

const ERASURE = "what is about a person goes when the person does";
const RUN_OUT = "what ran out goes after a while";

/** Every table of src/db/schema. */
export const WRITERS: Readonly<Record<string, Writers>> = {
  accessLogCounts: { owner: "privacy" },
  accessLogs: { owner: "risk", also: { privacy: "what is too old is thinned to counts" } },
  accessTokens: { owner: "invitations" },
  auditRecords: { owner: "audit", also: { privacy: ERASURE } },
  checkIns: { owner: "checkin" },
  collaboratorInvites: { owner: "collaborators", also: { privacy: `${ERASURE}, and ${RUN_OUT}` } },
  deadLetters: { owner: "notifier", also: { privacy: ERASURE } },
  deliveries: { owner: "notifier", also: { privacy: ERASURE } },
  editNonces: { owner: "access", also: { privacy: RUN_OUT, rsvp: "the edit uses its nonce up, in its own batch" } },
  eventAllowlist: { owner: "risk" },
  eventBranding: { owner: "branding" },
  eventCollaborators: { owner: "collaborators", also: { privacy: ERASURE } },
  events: { owner: "events", also: { privacy: ERASURE, risk: "the thresholds" } },
  featureFlags: { owner: "flags" },
  fraudFeedback: { owner: "risk" },
  guestCounts: { owner: "guests", also: { "src/db/abort-unless.ts": "a row that cannot be, to break a batch" } },
  guests: { owner: "guests", also: { invitations: "when invited", risk: "when the link was first opened" } },
  idempotencyKeys: { owner: "idempotency", also: { privacy: ERASURE } },
  messageBatches: { owner: "broadcasts" },
  messageDeliveries: { owner: "broadcasts" },
  messages: { owner: "messages", also: { broadcasts: "the way from due to sent", privacy: ERASURE } },
  oneTimeTokens: { owner: "accounts", also: { privacy: `${ERASURE}, and ${RUN_OUT}` } },
  outbox: { owner: "outbox" },
  refreshTokens: { owner: "accounts", also: { privacy: `${ERASURE}, and ${RUN_OUT}` } },
  rsvpRevisions: { owner: "rsvp" },
  rsvps: { owner: "rsvp" },
  subscriptions: { owner: "billing" },
  suppressions: { owner: "notifier" },
  thinningRounds: { owner: "privacy" },
  uploads: { owner: "uploads" },
  userDatabases: { owner: "databases" },
  users: { owner: "accounts", also: { privacy: ERASURE } },
  webhookEvents: { owner: "billing", also: { privacy: RUN_OUT } },
};

const WRITING = /\b(insert into|update|delete from)\s*$/i;

/** The tables that a module of the schema declares. */
export function tablesDeclaredBy(module: Module): string[] {
  return [...module.text.matchAll(/^export const (\w+) = sqliteTable\(/gm)].map((match) => match[1] ?? "");
}

/** The tables that a module writes: by drizzle's builders, by `insertWhere`, or in SQL of its own. */
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
  if (ts.isIdentifier(expression)) return expression.text === "insertWhere" ? given[1] : undefined;
  if (!ts.isPropertyAccessExpression(expression)) return undefined;
  return ["insert", "update", "delete"].includes(expression.name.text) ? given[0] : undefined;
}

/** Why a module may not write what it writes; empty when it may. */
export function wrongWrites(module: Module): string[] {
  const feature = featureOf(module.path) ?? module.path;
  return tablesWrittenBy(module).flatMap((table) => {
    const writers = WRITERS[table];
    if (writers === undefined || writers.owner === feature || writers.also?.[feature]) return [];
    return [`${module.path} writes ${table}: put the statement into ${writers.owner}'s queries.ts and call it there.`];
  });
}
