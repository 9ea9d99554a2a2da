import { env } from "cloudflare:workers";
import { is, SQL } from "drizzle-orm";
import { CasingCache } from "drizzle-orm/casing";
import {
  type ForeignKey,
  getTableConfig,
  type Index,
  type IndexColumn,
  SQLiteAsyncDialect,
  type SQLiteColumn,
  SQLiteTable,
} from "drizzle-orm/sqlite-core";
import { describe, expect, test } from "vitest";
import * as access from "../../src/db/schema/access.ts";
import * as accounts from "../../src/db/schema/accounts.ts";
import * as alerts from "../../src/db/schema/alerts.ts";
import * as apiKeys from "../../src/db/schema/api-keys.ts";
import * as billing from "../../src/db/schema/billing.ts";
import * as challenges from "../../src/db/schema/challenges.ts";
import * as checkIns from "../../src/db/schema/check-ins.ts";
import * as doorDevices from "../../src/db/schema/door-devices.ts";
import * as events from "../../src/db/schema/events.ts";
import * as guestDevices from "../../src/db/schema/guest-devices.ts";
import * as guests from "../../src/db/schema/guests.ts";
import * as messages from "../../src/db/schema/messages.ts";
import * as platform from "../../src/db/schema/platform.ts";
import * as questions from "../../src/db/schema/questions.ts";
import * as replyNetworks from "../../src/db/schema/reply-networks.ts";
import * as rsvps from "../../src/db/schema/rsvps.ts";
import * as secondFactors from "../../src/db/schema/second-factors.ts";
import * as mailedSecrets from "../../src/db/schema/secrets.ts";
import * as sending from "../../src/db/schema/sending.ts";
import * as sessions from "../../src/db/schema/sessions.ts";
import * as texts from "../../src/db/schema/texts.ts";
import * as webhooks from "../../src/db/schema/webhooks.ts";

const TABLES = [
  access,
  accounts,
  billing,
  challenges,
  checkIns,
  doorDevices,
  events,
  guests,
  messages,
  platform,
  rsvps,
  alerts,
  apiKeys,
  guestDevices,
  mailedSecrets,
  questions,
  replyNetworks,
  secondFactors,
  sending,
  sessions,
  texts,
  webhooks,
]
  .flatMap((file) => Object.values<unknown>(file))
  .filter((value) => is(value, SQLiteTable))
  .map((table) => getTableConfig(table));

const CASING = "snake_case";
const COLUMN_NAMES = new CasingCache(CASING);
const DIALECT = new SQLiteAsyncDialect({ casing: CASING });

/** Columns whose values no CHECK lists: this one is copied from `rsvps`, whose CHECK holds, thousands of rows at a time. */
const UNCHECKED = ["message_deliveries.response"];

/** A table as both sides describe it, in a common form. */
interface TableDescription {
  columns: Record<string, { type: string; notNull: boolean; default: string | null; values?: string[] }>;
  primaryKey: string[];
  foreignKeys: string[];
  uniques: string[];
  indexes: string[];
}

describe("declared schema", () => {
  test("contains every table that the migrations create", async () => {
    const { results } = await env.DB.prepare(
      "select name from sqlite_master where type = 'table' and name not glob '_cf_*' and name not glob 'sqlite_*' and name not in ('d1_migrations', 'schema_baseline')",
    ).all<{ name: string }>();
    expect(TABLES.map(({ name }) => name).sort()).toEqual(results.map(({ name }) => name).sort());
  });

  test.each(TABLES)("matches the columns, keys, constraints and indexes of $name", async (table) => {
    expect(declared(table)).toEqual(await migrated(table.name));
  });
});

function declared(table: (typeof TABLES)[number]): TableDescription {
  const keyColumns = table.columns.filter(({ primary }) => primary).map(nameOf);
  const columns = table.columns.map((column) => [
    nameOf(column),
    {
      type: column.getSQLType(),
      notNull: column.notNull,
      default: column.default === undefined ? null : literal(column.mapToDriverValue(column.default)),
      ...(isChecked(column) ? { values: [...(column.enumValues ?? [])].sort() } : {}),
    },
  ]);
  return {
    columns: Object.fromEntries(columns),
    primaryKey: table.primaryKeys.flatMap((key) => key.columns.map(nameOf)).concat(keyColumns),
    foreignKeys: table.foreignKeys.map(describeForeignKey).sort(),
    uniques: table.columns
      .filter(({ isUnique }) => isUnique)
      .map(nameOf)
      .sort(),
    indexes: table.indexes.map(describeIndex).sort(),
  };
}

function isChecked(column: SQLiteColumn): boolean {
  const path = `${getTableConfig(column.table).name}.${nameOf(column)}`;
  return column.enumValues !== undefined && !UNCHECKED.includes(path);
}

async function migrated(table: string): Promise<TableDescription> {
  const [columns, foreignKeys, indexes, tables] = await env.DB.batch<Record<string, string | number | null>>([
    env.DB.prepare('select name, lower(type) as type, "notnull", dflt_value, pk from pragma_table_info(?)').bind(table),
    env.DB.prepare(
      `select group_concat("from", ', ') || ' -> ' || "table" || ' (' || group_concat("to", ', ') || ') on delete ' ||
       lower(on_delete) as key from (select * from pragma_foreign_key_list(?) order by id, seq) group by id`,
    ).bind(table),
    env.DB.prepare(
      `select list.origin, master.sql, (select group_concat(name, ', ') from pragma_index_info(list.name)) as columns
       from pragma_index_list(?) as list join sqlite_master as master on master.name = list.name`,
    ).bind(table),
    env.DB.prepare("select sql from sqlite_master where name = ?").bind(table),
  ]);
  const sql = String(tables?.results[0]?.sql);
  const rows = columns?.results ?? [];
  return {
    columns: Object.fromEntries(
      rows.map((row) => {
        const values = valuesOf(sql, String(row.name));
        const column = { type: String(row.type), notNull: row.notnull === 1, default: row.dflt_value as string | null };
        return [String(row.name), values === null ? column : { ...column, values }];
      }),
    ),
    primaryKey: rows
      .filter(({ pk }) => Number(pk) > 0)
      .sort((one, other) => Number(one.pk) - Number(other.pk))
      .map(({ name }) => String(name)),
    foreignKeys: (foreignKeys?.results ?? []).map(({ key }) => String(key)).sort(),
    uniques: (indexes?.results ?? [])
      .filter(({ origin }) => origin === "u")
      .map(({ columns }) => String(columns))
      .sort(),
    indexes: (indexes?.results ?? [])
      .filter(({ origin }) => origin === "c")
      .map((index) => plain(String(index.sql)))
      .sort(),
  };
}

/** The values that a column's CHECK lists, or null if there is no such list. */
function valuesOf(tableSql: string, column: string): string[] | null {
  const list =
    new RegExp(`\\b${column} IN \\(('[^)]*)\\)`).exec(tableSql)?.[1] ??
    new RegExp(`CHECK \\(\\s*(${column} = '\\w+'(?:\\s+OR ${column} = '\\w+')*)\\s*\\)`).exec(tableSql)?.[1];
  return list === undefined ? null : [...list.matchAll(/'(\w+)'/g)].map(([, value = ""]) => value).sort();
}

function describeForeignKey(key: ForeignKey): string {
  const { columns, foreignTable, foreignColumns } = key.reference();
  const target = `${getTableConfig(foreignTable).name} (${foreignColumns.map(nameOf).join(", ")})`;
  return `${columns.map(nameOf).join(", ")} -> ${target} on delete ${key.onDelete ?? "no action"}`;
}

/** Returns the index in the syntax of `CREATE INDEX`. */
function describeIndex({ config }: Index): string {
  const columns = config.columns.map((column: IndexColumn) => (is(column, SQL) ? render(column) : nameOf(column)));
  const where = config.where === undefined ? "" : ` where ${render(config.where)}`;
  const kind = config.unique ? "unique index" : "index";
  return plain(`create ${kind} ${config.name} on ${getTableConfig(config.table).name} (${columns.join(", ")})${where}`);
}

function render(expression: SQL): string {
  const { sql, params } = DIALECT.sqlToQuery(expression, "indexes");
  expect(params, "an index holds no bound values").toEqual([]);
  return sql;
}

/** SQL without quotes around names, without regard to case and white space. */
function plain(sql: string): string {
  return sql.toLowerCase().replaceAll('"', "").replaceAll(/\s+/g, " ");
}

function nameOf(column: SQLiteColumn): string {
  return COLUMN_NAMES.getColumnCasing(column);
}

function literal(value: unknown): string {
  return typeof value === "string" ? `'${value}'` : String(value);
}
