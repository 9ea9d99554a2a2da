import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseEnv } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectWrangler, inlineValues, type ListedName } from "../../scripts/ops/connection.ts";
import { operatorOf } from "../../scripts/ops/operator.ts";
import { run } from "../../scripts/ops/run.ts";
import { newId } from "../../src/kernel/ids.ts";
import { type ChainHead, NO_HEAD, sealOf } from "../../src/platform/audit/chain.ts";

const MIGRATIONS = join(import.meta.dirname, "../../migrations");
const NOW = Date.parse("2026-11-24T10:00:00Z");
const HOUR = Math.floor(NOW / 3_600_000);
const ALL_ON = { branding: "on", broadcasts: "on", live_monitor: "on", risk_scoring: "on", scanner: "on", sms: "on" };
/** An address with characters that SQL and a shell treat as special. */
const EMAIL = `o'brien"$(x)?@example.com`;
const USER = newId(NOW);

let databases: Record<string, DatabaseSync>;
let kv: Map<string, { value: string; metadata?: ListedName["metadata"] }>;
let folder: string;
/** Advances by a millisecond with each command. */
let now: number;

const template = mkdtempSync(join(tmpdir(), "usher-ops-"));
beforeAll(() => {
  const database = new DatabaseSync(":memory:");
  for (const name of readdirSync(MIGRATIONS).sort()) database.exec(readFileSync(join(MIGRATIONS, name), "utf8"));
  database.exec(`vacuum into '${join(template, "migrated.sqlite")}'`);
  database.close();
});
afterAll(() => rmSync(template, { recursive: true }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "usher-ops-"));
  databases = { DB: openCopy("DB"), DB_1: openCopy("DB_1") };
  kv = new Map();
  now = NOW;
  insertUser(USER, EMAIL);
});

afterEach(() => {
  for (const database of Object.values(databases)) database.close();
  rmSync(folder, { recursive: true });
});

describe("npm run ops", () => {
  test("lists its commands, and explains one", async () => {
    for (const help of [await ops(), await ops("help")]) {
      for (const name of ["flag", "tier", "sessions", "sending", "dead-letters", "health", "audit", "rotate", "log"]) {
        expect(help).toMatch(new RegExp(`^  ${name} +\\w`, "m"));
      }
    }
    expect(await ops("help", "tier")).toContain("npm run ops -- tier <account's email> [free|pro|business] [--remote]");
  });

  test.for<[string, string[], RegExp]>([
    ["a command that does not exist", ["tears"], /"tears".*help lists flag, tier/],
    ["help about such a command", ["help", "tears"], /"tears"/],
    ["a flag that does not exist", ["flag", "fireworks", "off"], /"fireworks".*branding, broadcasts/],
    ["a flag that is SQL", ["flag", "x' or '1'='1", "off"], /There is no flag/],
    ["a flag without a value", ["flag", "scanner"], /Missing on\|off\|<percentage>: npm run ops -- flag/],
    ["another value of a flag", ["flag", "scanner", "maybe"], /"maybe" is not on, off.*: npm run ops -- flag/],
    ["more than 100 percent", ["flag", "scanner", "101"], /"101".*0 to 100/],
    ["a fraction of a percent", ["flag", "scanner", "2.5"], /"2.5".*0 to 100/],
    ["too many arguments", ["flag", "scanner", "off", "now"], /"now".*: npm run ops -- flag/],
    ["an unknown option", ["flag", "scanner", "off", "--force"], /'--force'.*: npm run ops -- flag/],
    ["an option without its value", ["flag", "--persist-to"], /--persist-to.*: npm run ops -- flag/],
    ["an account that does not exist", ["tier", "nobody@example.com", "pro"], /no account.*"nobody@example.com"/],
    ["an account that is SQL", ["sending", "x@y' or '1'='1", "resume"], /no account/],
    ["no account", ["sending"], /Missing <account's email>: npm run ops -- sending/],
    ["an account without an address", ["tier", "ada"], /"ada" is not an email address.*: npm run ops -- tier/],
    [
      "another tier",
      ["tier", EMAIL, "gold"],
      /"gold" is not free, pro or business: npm run ops -- tier .*free\|pro\|business/,
    ],
    ["another action on sending", ["sending", EMAIL, "pause"], /"pause" is not status or resume: npm run ops --/],
    ["another action on sessions", ["sessions", EMAIL, "stop"], /"stop" is not list or end: npm run ops -- sessions/],
    ["sessions of no account", ["sessions", "nobody@example.com", "end"], /no account.*"nobody@example.com"/],
    ["a database that is none", ["sending", EMAIL, "--database", "users"], /"users" is not a database/],
    ["a message that cannot be sent again", ["dead-letters", "message.deliver"], /"message.deliver".*invitation.send/],
    ["another action on audit records", ["audit", "fix"], /"fix" is not verify: npm run ops -- audit verify/],
    ["an event that is no UUID", ["audit", "verify", "gala"], /"gala" is not an event ID/],
    ["a file that is not there", ["audit", "verify", "--noted", "/none"], /--noted: cannot read \/none/],
    ["a limit that is no number", ["log", "--limit", "all"], /"all" is not a number from 1 to 9999/],
    ["the deployed service where none is known", ["flag", "sms", "off", "--remote"], /--remote.*wrangler.deploy.json/],
  ])("rejects %s with one line, and changes nothing", async ([, args, complaint]) => {
    const before = contents();
    const error = await ops(...args).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ name: "CliError", message: expect.stringMatching(complaint) });
    expect((error as Error).message).not.toContain("\n");
    expect(contents()).toEqual(before);
    expect(kv.size).toBe(0);
  });

  test("logs each change in its transaction, and a repeated command changes nothing", async () => {
    expect(await ops("log")).toBe("No operator's command has changed anything.");
    insertDeadLetter("account.mail", { body: { user_id: USER } });
    pause(USER);
    const commands = [
      ["flag", "sms", "25"],
      ["tier", EMAIL, "pro"],
      ["sending", EMAIL, "resume"],
      ["dead-letters", "account.mail"],
    ];
    for (const command of commands) await ops(...command);
    const before = contents();
    for (const command of commands) expect(await ops(...command)).toContain("Nothing was changed.");
    expect(contents()).toEqual(before);
    expect((await ops("log")).split("\n")).toEqual([
      `2026-11-24T10:00:00.005Z  ada  dead-letters account.mail  {"count":1} → {"count":0}`,
      `2026-11-24T10:00:00.004Z  ada  sending ${USER}  {"reason":"bounces","bounced":12,"complained":1} → {"reason":null,"bounced":0,"complained":0}`,
      `2026-11-24T10:00:00.003Z  ada  tier ${USER}  {"grant":null} → {"grant":"pro"}`,
      `2026-11-24T10:00:00.002Z  ada  flag sms  {"percentage":100} → {"percentage":25}`,
    ]);
    expect((await ops("log", "--limit", "1")).split("\n")).toHaveLength(1);
    expect(JSON.stringify(rows("select * from operator_log"))).not.toContain("@");

    databases.DB?.exec("alter table operator_log rename to elsewhere");
    const unlogged = contents();
    await expect(ops("flag", "sms", "off")).rejects.toThrow("operator_log");
    expect(contents()).toEqual(unlogged);
  });

  test("reads the operator's name from USHER_OPERATOR or the machine, and rejects an email address", () => {
    expect(operatorOf({ USHER_OPERATOR: "Ada" })).toBe("Ada");
    expect(operatorOf({})).toMatch(/^[^@]+$/);
    expect(() => operatorOf({ USHER_OPERATOR: "ada@example.com" })).toThrow("not an email address");
  });

  test("writes every value into a statement as a literal, and rejects other values", () => {
    const sql = `select ? as "a?", '?' as b, ? as c, ? as d`;
    const text = inlineValues({ sql, params: ["it's; -- ?", 1.5, null] });
    expect(rows(text)).toEqual([{ "a?": "it's; -- ?", b: "?", c: 1.5, d: null }]);
    expect(() => inlineValues({ sql: "select ?", params: ["a\0b"] })).toThrow("no literal");
    expect(() => inlineValues({ sql: "select ?", params: [Number.NaN] })).toThrow("no literal");
    for (const params of [[], [1, 2]]) expect(() => inlineValues({ sql: "select ?", params })).toThrow("values");
  });
});

describe("npm run ops -- flag", () => {
  test("lists every flag with its state", async () => {
    expect(states(await ops("flag"))).toEqual(ALL_ON);
  });

  test("sets flags, leaves the others unchanged, and publishes all of them", async () => {
    await ops("flag", "branding", "off");
    expect(states(await ops("flag", "sms", "25"))).toEqual({ ...ALL_ON, branding: "off", sms: "25 %" });
    const published = new Map(JSON.parse(kv.get("flags")?.value ?? "[]"));
    expect(Object.fromEntries(published)).toMatchObject({ branding: 0, broadcasts: 100, sms: 25 });
  });
});

describe("npm run ops -- tier", () => {
  test("grants a tier, changes it, withdraws it, and grants it again", async () => {
    expect(await ops("tier", EMAIL)).toBe("The tier is free.");
    for (const tier of ["pro", "business"]) {
      expect(await ops("tier", EMAIL.toUpperCase(), tier)).toBe(`The tier is ${tier}, granted by an operator.`);
    }
    expect(await ops("tier", EMAIL, "free")).toBe("The tier is free.");
    expect(await ops("tier", EMAIL, "free")).toBe("The tier is free. Nothing was changed.");
    expect(await ops("tier", EMAIL, "pro")).toBe("The tier is pro, granted by an operator.");
    // These messages update the account's replicas.
    const body = JSON.stringify({ user_id: USER });
    expect(rows("select type, body from outbox")).toEqual(Array(4).fill({ type: "account.changed", body }));
  });

  test("leaves a paid subscription unchanged, which replaces the grant", async () => {
    databases.DB?.prepare(
      `insert into subscriptions values ('sub_1', ?, 'pro', 'active', 1, null, 'cus_1', 1, 1, 1)`,
    ).run(USER);
    const paid = "The tier is pro, by a subscription that is active.";
    expect(await ops("tier", EMAIL, "business")).toBe(paid);
    expect(await ops("tier", EMAIL, "business")).toBe(`${paid} Nothing was changed.`);
    expect(await ops("tier", EMAIL, "free")).toBe(paid);
  });
});

describe("npm run ops -- sessions", () => {
  test("lists an account's sessions, and ends them but no other account's", async () => {
    const other = newId(NOW);
    insertUser(other, "grace@example.com");
    for (const [id, user] of [
      ["s1", USER],
      ["s2", USER],
      ["s3", other],
    ] as const) {
      databases.DB?.exec(`insert into refresh_tokens (id, user_id, family_id, token_hash, created_at, expires_at)
        values ('${id}', '${user}', '${id}', '${id}', 1, ${NOW + 3_600_000})`);
      databases.DB?.exec(`insert into sessions values
        ('${id}', '${user}', 'password', 1, null, 'Firefox on Windows', 'Porto, PT', 1, 2, ${NOW + 3_600_000}, null)`);
    }
    expect((await ops("sessions", EMAIL)).split("\n")).toEqual(
      ["s2", "s1"].map(
        (id) =>
          `${id}  1970-01-01T00:00:00.001Z by password from Firefox on Windows, Porto, PT  last used 1970-01-01T00:00:00.002Z`,
      ),
    );
    expect(rows("select * from operator_log")).toEqual([]);
    const [before] = rows(`select sign_ins_valid_from as at from users where id = '${USER}'`);
    expect(await ops("sessions", EMAIL, "end")).toBe("All 2 sessions have ended.");
    expect(await ops("sessions", EMAIL)).toBe("The account has no sessions.");
    expect(await ops("sessions", "grace@example.com")).toMatch(/^s3 /);
    expect(rows("select id from ended_sessions order by id")).toEqual([{ id: "s1" }, { id: "s2" }]);
    expect(rows("select id from refresh_tokens where revoked_at is null")).toEqual([{ id: "s3" }]);
    expect(rows(`select sign_ins_valid_from as at from users where id = '${USER}'`)).not.toEqual([before]);
    expect(rows("select type, body from outbox")).toEqual([
      { type: "session.ended", body: JSON.stringify({ user_id: USER, ended_at: now - 2 }) },
    ]);
    expect(rows("select user_id, what from account_log")).toEqual([{ user_id: USER, what: "signed_out_everywhere" }]);
    expect(rows("select command, target, before, after from operator_log")).toEqual([
      { command: "sessions", target: USER, before: `{"sessions":2}`, after: `{"sessions":0}` },
    ]);
  });

  test("ends sign-ins that wait for a second factor, also of an account without sessions", async () => {
    const validFrom = () => rows(`select sign_ins_valid_from as at from users where id = '${USER}'`)[0]?.at;
    const before = Number(validFrom());
    expect(await ops("sessions", EMAIL, "end")).toBe(
      "The account has no sessions. Sign-ins that wait for a second factor have ended.",
    );
    expect(validFrom()).toBeGreaterThan(before);
    expect(rows("select command, target, before, after from operator_log")).toEqual([
      { command: "sessions", target: USER, before: `{"sessions":0}`, after: `{"sessions":0}` },
    ]);
  });
});

describe("npm run ops -- sending", () => {
  test("shows that an account is paused, and lifts the pause", async () => {
    expect(await ops("sending", EMAIL)).toMatch(/^Sending is not paused\. In the last 24 hours: 0 sent/);
    pause(USER);
    expect(await ops("sending", EMAIL, "status")).toMatch(
      /paused since 1970-\S+, because of bounces.* 40 sent, 12 bounced/,
    );
    expect(await ops("sending", EMAIL, "resume")).toMatch(/^Sending is not paused.* 40 sent, 0 bounced/);
    expect(await ops("sending", EMAIL)).toMatch(/^Sending is not paused.* 40 sent, 0 bounced/);
  });

  test("uses the database of the account's events, or another that is named", async () => {
    const id = newId(NOW, 1);
    insertUser(id, "grace@example.com");
    insertUser(id, "grace@example.com", "DB_1");
    pause(id, "DB_1");
    expect(await ops("sending", "grace@example.com", "--database", "DB")).toContain("not paused");
    expect(await ops("sending", "grace@example.com", "resume")).toContain("not paused");
    expect(rows("select * from sending_pauses", "DB_1")).toEqual([]);
    expect(await ops("log", "--database", "DB_1")).toContain(`sending ${id}`);
  });
});

/** test/platform/dead-letters.test.ts tests the resent messages. */
test("shows the size of each database with npm run ops -- health", async () => {
  expect(await ops("health")).toContain("No database was measured yet");
  const at = "2026-11-24T09:00:00.000Z";
  const sizes = { "database-size:0": 7_100_000_000, "database-size:1": 1_500_000 };
  for (const [name, bytes] of Object.entries(sizes)) kv.set(name, { value: "", metadata: { bytes, measured_at: at } });
  expect(await ops("health")).toBe(
    `DB      7100.0 MB  71 % of 10 GB, at ${at}\nDB_1    1.5 MB  0 % of 10 GB, at ${at}`,
  );
});

test("lists dead letters by type with npm run ops -- dead-letters, and resends one type", async () => {
  expect(await ops("dead-letters")).toBe("There are no dead letters.");
  for (let count = 0; count < 2; count++) insertDeadLetter("account.mail", { body: { user_id: USER } });
  insertDeadLetter("message.deliver", { body: {} });
  expect(await ops("dead-letters")).toBe(
    "2 account.mail, from usher-notifier, the last at 1970-01-01T00:00:00.001Z\n" +
      "1 message.deliver, from usher-notifier, the last at 1970-01-01T00:00:00.001Z, cannot be sent again",
  );
  expect(await ops("dead-letters", "account.mail")).toMatch(/^The messages are in the outbox[\s\S]*1 message.deliver/);
  expect(rows("select type, body from outbox")).toHaveLength(2);
  expect(rows("select type from dead_letters")).toEqual([{ type: "message.deliver" }]);
});

test("prints every chain head with npm run ops -- audit, and finds changes and lost heads", async () => {
  const [one, two] = [newId(0), newId(1)];
  databases.DB?.exec("pragma foreign_keys = off");
  for (const eventId of [one, two]) await insertChain(eventId, 3);
  const intact = await ops("audit", "verify");
  expect(intact).toMatch(new RegExp(`^${one} 3 [0-9a-f]{64} intact$`, "m"));
  expect(intact).toContain("2 chains, 0 failed.");
  expect(await ops("audit", "verify", two)).toMatch(new RegExp(`^${two} 3 .* intact\n\n1 chains, 0 failed`));
  const noted = join(folder, "heads.txt");
  writeFileSync(noted, intact);
  expect(await ops("audit", "verify", "--noted", noted)).toMatch(
    /intact, noted head kept\n.*intact, noted head kept\n/,
  );

  databases.DB?.prepare(`update audit_records set "after" = '{}' where event_id = ? and sequence = 2`).run(one);
  // The whole chain of the other event is recomputed.
  databases.DB?.prepare("delete from audit_records where event_id = ?").run(two);
  databases.DB?.prepare("delete from audit_chains where event_id = ?").run(two);
  await insertChain(two, 4);
  const lines: string[] = [];
  await expect(runWith(lines, "audit", "verify", "--noted", noted)).rejects.toThrow("2 chains, 2 failed.");
  expect(lines[0]).toContain("BROKEN at record 2: changed");
  expect(lines[1]).toMatch(new RegExp(`^${two} 4 [0-9a-f]{64} intact, NOTED HEAD LOST$`));
});

describe("npm run ops -- rotate", () => {
  test("keeps the old secret as the previous one, and drops an earlier one only on request", async () => {
    await expect(ops("rotate")).rejects.toThrow("There is no PLATFORM_SECRET");
    const first = "the first platform secret of this folder";
    writeFileSync(join(folder, ".dev.vars"), `# mine\nPLATFORM_SECRET="${first}"\nEMAIL_FROM=a@usher.example\n`);
    const said = await ops("rotate");
    const after = variables();
    expect(after).toMatchObject({ PLATFORM_SECRET_PREVIOUS: first, EMAIL_FROM: "a@usher.example" });
    expect(after.PLATFORM_SECRET).toMatch(/^[\w-]{43}$/);
    expect(said).not.toContain(after.PLATFORM_SECRET);
    expect(said).toContain("npm run deploy -- --rotate PLATFORM_SECRET");

    await expect(ops("rotate")).rejects.toThrow("--drop-previous");
    expect(variables()).toEqual(after);
    await ops("rotate", "--drop-previous");
    expect(variables().PLATFORM_SECRET_PREVIOUS).toBe(after.PLATFORM_SECRET);
    expect(rows("select command, target, before, after from operator_log order by id")).toEqual(
      ["none", "kept"].map((previous) => ({
        command: "rotate",
        target: "PLATFORM_SECRET",
        before: `{"previous":"${previous}"}`,
        after: `{"previous":"kept"}`,
      })),
    );
  });

  test("lists live values and earlier uses per purpose in a dry run, and changes nothing", async () => {
    const tomorrow = NOW + 24 * 3_600_000;
    databases.DB?.exec(
      `insert into sessions values ('s', '${USER}', 'password', 1, null, null, null, 1, 1, ${tomorrow}, null)`,
    );
    kv.set("key-use:door_code:Ab3_", { value: "x", metadata: { last_used_at: "2026-11-20T10:00:00.000Z" } });
    const before = contents();
    const said = await ops("rotate", "--dry-run");
    expect(said).toMatch(/^ {2}refresh_token +1 live, the last until 2026-11-25$/m);
    expect(said).toMatch(/^ {2}guest_token +0 live$/m);
    expect(said).toMatch(/^ {2}unsubscribe +not stored$/m);
    expect(said).toMatch(/^ {2}door_code +2026-11-20T10:00:00.000Z, key Ab3_$/m);
    expect(said).not.toContain("undefined");
    expect(contents()).toEqual(before);
  });
});

/** Runs a command. @returns its output */
async function ops(...args: string[]): Promise<string> {
  const lines: string[] = [];
  await runWith(lines, ...args);
  return lines.join("\n").trim();
}

function runWith(lines: string[], ...args: string[]): Promise<void> {
  now += 1;
  return run(args, {
    connect: (place) => (place.remote ? connectWrangler(place, folder) : { sql, kv: KV }),
    print: (text) => lines.push(text),
    now: () => now,
    operator: "ada",
    folder,
  });
}

/** Executes statements as one transaction. */
async function sql(name: string, statements: Parameters<typeof inlineValues>[0][]) {
  const database = databases[name];
  if (database === undefined) throw new Error(`no database ${name}`);
  database.exec("begin");
  try {
    const results = statements.map((statement) => rows(inlineValues(statement), name));
    database.exec("commit");
    return results;
  } catch (error) {
    database.exec("rollback");
    throw error;
  }
}

const KV = {
  put: async (name: string, value: string) => void kv.set(name, { value }),
  list: async (prefix: string) =>
    [...kv].flatMap(([name, { metadata }]) =>
      name.startsWith(prefix) ? [{ name, ...(metadata ? { metadata } : {}) }] : [],
    ),
};

function openCopy(name: string): DatabaseSync {
  copyFileSync(join(template, "migrated.sqlite"), join(folder, name));
  return new DatabaseSync(join(folder, name));
}

function rows(text: string, name = "DB"): Record<string, unknown>[] {
  return (
    databases[name]
      ?.prepare(text)
      .all()
      .map((row) => ({ ...row })) ?? []
  );
}

/** Returns the content of the first database. */
function contents() {
  const tables = rows("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'");
  return tables.map(({ name }) => [name, rows(`select * from "${name}"`)]);
}

function variables(): NodeJS.Dict<string> {
  return parseEnv(readFileSync(join(folder, ".dev.vars"), "utf8"));
}

/** Returns flag → state, as the command lists them. */
function states(said: string): Record<string, string> {
  const found = said.matchAll(/^(\w+) +(on|off|\d+ %) /gm);
  return Object.fromEntries([...found].map(([, key, state]) => [key, state]));
}

function insertUser(id: string, email: string, name = "DB"): void {
  databases[name]
    ?.prepare(
      `insert into users (id, email, email_key, name, password_hash, sessions_valid_from, created_at, updated_at)
       values (?, ?, ?, 'Ada', 'x', 0, 0, 0)`,
    )
    .run(id, email, email.toLowerCase());
}

function insertDeadLetter(type: string, body: object): void {
  databases.DB?.prepare("insert into dead_letters values (?, 'usher-notifier', ?, ?, 1)").run(
    newId(NOW),
    type,
    JSON.stringify(body),
  );
}

function pause(userId: string, name = "DB"): void {
  databases[name]?.exec(`insert into sending_pauses values ('${userId}', 'bounces', 1)`);
  databases[name]?.exec(
    `insert into sending_hours (user_id, hour, recipients, bounced, complained) values ('${userId}', ${HOUR}, 40, 12, 1)`,
  );
}

async function insertChain(eventId: string, count: number): Promise<void> {
  let head: ChainHead = NO_HEAD;
  for (let sequence = 1; sequence <= count; sequence++) {
    const content = { target: null, before: null, after: JSON.stringify({ sequence }) };
    const actor = { actorId: crypto.randomUUID(), actorKeyId: null, actorKind: null };
    const record = { ...content, ...actor, eventId, id: crypto.randomUUID(), sequence, action: "a.b", at: sequence };
    const { salt, contentDigest, hash } = await sealOf(head.hash, record, crypto.randomUUID());
    databases.DB?.prepare(
      `insert into audit_records (event_id, id, actor_id, action, "after", at, sequence, salt, content_digest, hash)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(eventId, record.id, record.actorId, "a.b", content.after, sequence, sequence, salt, contentDigest, hash);
    head = { sequence, hash };
  }
  databases.DB?.prepare("insert into audit_chains values (?, ?, ?, 1, 0)").run(eventId, head.sequence, head.hash);
}
