import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { comparedWithoutReason } from "./compared-columns.ts";
import { badName, clocksIn, environmentIn, positionalResults, rawNames, spreadLiterals } from "./conventions.ts";
import { areaOf, type Module, parseModule, ROOT, readModules } from "./modules.ts";
import { positionalInserts, tablesDeclaredBy, WRITERS, wrongWrites } from "./tables.ts";

const MODULES = readModules();
const ALL = [...MODULES.values()];
const PROGRAMS = ALL.filter(({ path }) => /^(src|scoring-engine)\//.test(path));
const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "bench/README.md",
  ...readdirSync(`${ROOT}docs`)
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** Returns each module's problems, one per line, for the message of a failed test. */
function problems(modules: readonly Module[], find: (module: Module) => (string | null)[]): string[] {
  return modules.flatMap(find).filter((problem) => problem !== null);
}

describe("database table", () => {
  const declared = ALL.filter(({ path }) => path.startsWith("src/db/schema/")).flatMap(tablesDeclaredBy);

  test("has one owner, which is an area", () => {
    expect(declared.length).toBeGreaterThan(20);
    expect(Object.keys(WRITERS).sort()).toEqual(declared.sort());
    const areas = new Set(ALL.map(({ path }) => areaOf(path)));
    expect(Object.values(WRITERS).filter(({ owner }) => !areas.has(owner))).toEqual([]);
  });

  test("has writes only from its owner and the declared writers", () => {
    expect(problems(PROGRAMS, wrongWrites)).toEqual([]);
  });

  test("has inserts from queries only with columns by name", () => {
    expect(problems(PROGRAMS, positionalInserts)).toEqual([]);
  });
});

describe("source file", () => {
  test("has a descriptive name and content", () => {
    expect(problems(ALL, badName)).toEqual([]);
  });

  test("takes the time from its caller", () => {
    expect(problems(PROGRAMS, clocksIn)).toEqual([]);
  });

  test("spreads no literal", () => {
    expect(problems(ALL, spreadLiterals)).toEqual([]);
  });

  test("names the results of a D1 batch of more than two statements", () => {
    expect(problems(PROGRAMS, positionalResults)).toEqual([]);
  });

  test("selects the names of hosts and inviters by the rule for names that guests see", () => {
    expect(problems(PROGRAMS, rawNames)).toEqual([]);
  });

  test("compares a column of a guest's standing only with a reason", () => {
    const surfaces = ALL.filter(({ path }) => /^(src|console\/src)\//.test(path));
    expect(problems(surfaces, comparedWithoutReason)).toEqual([]);
  });

  test("takes its configuration from its caller", () => {
    const variables = namesIn("src/env.ts", /^ {2}([A-Z][A-Z0-9_]+): (?!D1|KV|R2|Durable|Queue|Fetcher|Images)/gm);
    expect(variables).toContain("PLATFORM_SECRET");
    expect(problems(PROGRAMS, (module) => environmentIn(module, variables))).toEqual([]);
  });
});

describe("documentation", () => {
  test.each(DOCUMENTS)("names only existing files: %s", (document) => {
    const named = namesIn(document, /`([\w.-]+(?:\/[\w.-]+)*\/?)`/g).filter(isPath);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !existsSync(ROOT + path))).toEqual([]);
  });

  test("lists every queue and Durable Object in docs/architecture.md", () => {
    const names = namesIn("wrangler.toml", /^(?:queue|class_name|dead_letter_queue) = "([\w-]+)"/gm);
    expect(names.length).toBeGreaterThan(8);
    const architecture = readFileSync(`${ROOT}docs/architecture.md`, "utf8");
    expect(names.filter((name) => !architecture.includes(`\`${name}\``))).toEqual([]);
  });

  test("lists every message of the Worker's log in docs/operations.md", () => {
    const paths = ALL.map(({ path }) => path).filter((path) => path.startsWith("src/"));
    const logged = [...new Set(paths.flatMap((path) => namesIn(path, /\blog\(\s*"\w+",\s*"([a-z_]+)"/g)))];
    expect(logged.length).toBeGreaterThan(10);
    const known = readFileSync(`${ROOT}docs/operations.md`, "utf8");
    expect(logged.filter((name) => !known.includes(`\`${name}\``))).toEqual([]);
  });
});

describe("kernel/log.ts", () => {
  test("contains every write to the console", () => {
    const direct = problems(ALL, ({ path, text }) => [
      /^src\/(?!kernel\/log\.ts|pages\/client\/)/.test(path) && /\bconsole\.\w+\(/.test(text)
        ? `${path} uses console`
        : null,
    ]);
    expect(direct).toEqual([]);
  });
});

describe("check of modules", () => {
  test("detects a table that another area writes, by builder, condition or SQL", () => {
    const begin = 'import { users as people } from "../db/schema/accounts.ts";\n';
    for (const text of [
      "db.update(people)",
      "insertWhere(db, people, row, guard)",
      "insertFrom(db, people, cells, rest)",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a module
      "sql`delete from ${people}`",
    ]) {
      expect(wrongWrites(parseModule("src/access/queries.ts", begin + text))).toHaveLength(1);
    }
    expect(wrongWrites(parseModule("src/access/queries.ts", `${begin}db.select().from(people)`))).toEqual([]);
  });

  test("detects an insert by position, by builder or SQL", () => {
    for (const text of [
      "db.insert(people).select(row)",
      "db\n.insert(people)\n.select(sql`values (1)`)\n.returning()",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a module
      "sql`insert into ${people} select id from ${others}`",
      '"INSERT INTO people (id, name) SELECT id, name FROM others"',
      '"insert or ignore into people with a as (select 1) select * from a"',
    ]) {
      expect(positionalInserts(parseModule("src/access/queries.ts", text))).toHaveLength(1);
    }
    const byName = "insertFrom(db, people, { id: others.id }, sql`from others`); db.insert(people).values(row)";
    expect(positionalInserts(parseModule("src/access/queries.ts", byName))).toEqual([]);
  });

  test("detects a bad name, a clock, a variable, a spread literal and positional results", () => {
    const verb = (text: string) => parseModule("src/access/do-it.ts", text);
    expect(badName(parseModule("src/kernel/utils.ts", "x();"))).toHaveLength(1);
    expect(badName(verb('export { x } from "./x.ts";'))).toHaveLength(1);
    expect(clocksIn(verb("const now = Date.now();"))).toHaveLength(1);
    expect(environmentIn(verb("c.env.SMTP_URL"), ["SMTP_URL"])).toHaveLength(1);
    expect(environmentIn(verb("process.env.HOME"), [])).toHaveLength(1);
    expect(positionalResults(verb("const [, b] = await db.batch([x, y, z]);"))).toHaveLength(1);
    expect(positionalResults(verb("const [, b] = await db.batch([x, ...y]);"))).toHaveLength(1);
    expect(positionalResults(verb("const [a, b] = await db.batch([x, y]);"))).toEqual([]);
    for (const text of ["f(...[a, b])", "x = { ...{ a, b } }", "x = [...([a] as const)]"]) {
      expect(spreadLiterals(verb(text)), text).toHaveLength(1);
    }
    expect(spreadLiterals(parseModule("console/src/look.tsx", "x = <A {...{ b }} />"))).toHaveLength(1);
    expect(spreadLiterals(verb("x = [...[a].map(f), ...(isA ? [a] : [])]; function f(...rest) {}"))).toEqual([]);
    expect(rawNames(verb("hostName: users.name,"))).toHaveLength(1);
    expect(rawNames(verb('hostName: aliased(users.name, "host.name"),'))).toHaveLength(1);
    expect(rawNames(verb("hostName: shownName(),"))).toEqual([]);
  });

  test("detects a compared column of a standing, in code and SQL, unless a comment has the reason", () => {
    const compared = (text: string) => comparedWithoutReason(parseModule("src/access/do-it.ts", text));
    for (const text of [
      'rsvp?.response === "attending"',
      '(seat ?? "none") !== wanted',
      "if (guest.invited_at !== null) send();",
      'eq(rsvps.seat, "confirmed")',
      "isNull(invitedAt)",
      "TEXTS[rsvp.response]",
      "switch (response) {}",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a module
      "sql`case ${rsvps.seat} when 'offered' then 1 end`",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a module
      "sql`${rsvps.response} is not 'declined'`",
      "sql`select 1 from rsvps r where r.seat = 'waitlisted'`",
    ]) {
      expect(compared(text), text).toHaveLength(1);
      expect(compared(`// By seat: the write decides it.\nfunction f() { ${text} }`), text).toEqual([]);
      expect(compared(`// Whoever comes.\nfunction f() { ${text} }`), text).toHaveLength(1);
    }
    for (const text of [
      "standing === 'coming'",
      "response === undefined",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a module
      "({ response: sql`${params.response}` })",
      "saidYes(rsvp.response)",
    ]) {
      expect(compared(text), text).toEqual([]);
    }
  });
});

/** Returns the distinct matches of a pattern's first group in a file. */
function namesIn(path: string, pattern: RegExp): string[] {
  const text = readFileSync(ROOT + path, "utf8");
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ""))];
}

/** True if a name in a text is a path of the project: its first part, or the file itself, exists at the root. */
function isPath(name: string): boolean {
  const [first = ""] = name.split("/");
  const isMadeAtRuntime = [".wrangler", ".data", ".dev.vars", ".deploy.vars", "wrangler.deploy.json"].includes(first);
  if (name.includes("/")) return existsSync(ROOT + first) && !isMadeAtRuntime;
  return /\.(md|toml|json|yaml)$/.test(name) && !isMadeAtRuntime;
}
