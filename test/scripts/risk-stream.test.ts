/** @module-tag slow */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "usher-stream-"));
afterAll(() => rmSync(folder, { recursive: true }));

const ACCESS = {
  at: "2026-05-02T09:30:00Z",
  event_id: "0197a0b0-0000-7000-8000-000000000001",
  guest_id: "0197a0b0-0000-7000-8000-000000000002",
  token_id: "0197a0b0-0000-7000-8000-000000000003",
  label: { side: "honest", class: "home and mobile" },
  ip_address: "203.0.113.7",
  user_agent: "Mozilla/5.0",
  browser: "phone-1",
};

/** Replays a file of lines with the benchmark. */
function replay(name: string, lines: readonly string[]) {
  const path = join(folder, name);
  writeFileSync(path, lines.join("\n"));
  return replayFile(path);
}

function replayFile(path: string) {
  const options = ["risk", "--stream", path, "--steps", "block"];
  const { status, stdout, stderr } = spawnSync(process.execPath, ["bench/main.ts", ...options], { encoding: "utf8" });
  return { status, stdout, stderr };
}

/** The cells of a table's row that begins with these. */
function rowOf(stdout: string, ...first: string[]): string[] {
  const rows = stdout.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  const row = rows.find((cells) => first.every((cell, index) => cells[index + 1] === cell));
  return row?.slice(1 + first.length, -1) ?? [];
}

describe("npm run bench -- risk --stream", () => {
  it("names the number and fault of every invalid line, and replays nothing", () => {
    const wrong = [
      JSON.stringify(ACCESS),
      "{",
      JSON.stringify({ ...ACCESS, at: "yesterday" }),
      JSON.stringify({ ...ACCESS, ip_address: "here", colour: "red" }),
      JSON.stringify({ ...ACCESS, label: { side: "attack", class: "home and mobile" } }),
    ];
    const { status, stdout, stderr } = replay("wrong.jsonl", wrong);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("nothing was replayed");
    expect(stderr).not.toContain("line 1:");
    expect(stderr).toMatch(
      /line 2: not JSON\nline 3: at: .*\nline 4: ip_address: .*"colour".*\nline 5: label\.class: /,
    );
  });

  it("replays accesses, RSVPs and edits of browsers and plain clients, in the order of their times", () => {
    const other = { ...ACCESS, browser: "friend-1", user_agent: "Mozilla/5.0 (Macintosh)", ip_address: "198.51.100.7" };
    const forward = { side: "attack", class: "forwarded link" };
    const script = {
      guest_id: "0197a0b0-0000-7000-8000-000000000012",
      token_id: "0197a0b0-0000-7000-8000-000000000013",
    };
    const stuffing = { side: "attack", class: "RSVP stuffing" };
    const lines = [
      { ...other, at: "2026-05-02T11:00:00Z", label: forward },
      { ...other, at: "2026-05-02T11:01:00Z", label: forward, kind: "edit" },
      ACCESS,
      { ...ACCESS, at: "2026-05-02T09:31:00+00:00", kind: "rsvp", confirm: "rsvp" },
      { ...ACCESS, at: "2026-05-03T09:30:00Z", browser: null },
      { ...ACCESS, at: "2026-05-03T09:40:00Z", kind: "edit" },
      { ...ACCESS, ...script, at: "2026-05-02T10:00:00Z", label: stuffing, kind: "rsvp", browser: null },
      { ...ACCESS, at: "2026-05-01T09:00:00Z", label: { side: "program", class: "scanner" }, browser: null },
    ];
    const { stdout, stderr } = replay("valid.jsonl", [...lines.map((line) => JSON.stringify(line)), ""]);
    expect(stderr).toBe("");
    expect(stdout).toContain("8 accesses, ");
    // Answers, passes, seats, held, opened: the other browser sees no answer, and the script gives one.
    const setting = "ids on, from block";
    expect(rowOf(stdout, "forwarded link", setting)).toEqual(["0.00 %", "0.00 %", "0.00 %", "0.00 %", "100.00 %"]);
    expect(rowOf(stdout, "RSVP stuffing", setting)).toEqual(["100.00 %", "0.00 %", "0.00 %", "100.00 %", "100.00 %"]);
    expect(rowOf(stdout, "naive stranger", setting)).toEqual(Array(5).fill("–"));
    // The browser without cookies does not see the RSVP: one of four honest accesses.
    expect(rowOf(stdout, setting)).toEqual(["0.0", "2500.0", "0.0"]);
    expect(stdout).not.toContain("NaN");
  });

  it("replays an exported access log without labels, and prints scores and codes only", () => {
    const { event_id: _, label: __, browser, ...logged } = ACCESS;
    const item = {
      ...logged,
      id: ACCESS.guest_id,
      kind: "access",
      referrer: null,
      device_id: browser,
      score: 3,
      risk: "low",
    };
    const fingerprint = { edge_device: browser, edge_device_age: "0", edge_kind: "access", accept_language: "de" };
    const lines = [
      { ...item, fingerprint },
      { ...item, fingerprint: {}, kind: "rsvp", at: "2026-05-02T09:31:00Z", device_id: null, user_agent: null },
    ];
    const { status, stdout, stderr } = replay(
      "exported.jsonl",
      lines.map((line) => JSON.stringify(line)),
    );
    expect([status, stderr]).toEqual([0, ""]);
    expect(rowOf(stdout, "share of accesses")).toEqual(["2"]);
    expect(rowOf(stdout, "scored 85 or more (block)")).toEqual(["0.0 %"]);
    expect(rowOf(stdout, "asked for a code, ids on, from block")).toEqual(["0.0 %"]);
    expect(stdout).not.toContain("forwarded link");

    const erased = replay("erased.jsonl", [JSON.stringify({ ...item, fingerprint, ip_address: null })]);
    expect([erased.status, erased.stderr]).toEqual([1, expect.stringContaining("line 1: ip_address: ")]);
  });

  it("names a file that cannot be read, in one line", () => {
    const path = join(folder, "missing.jsonl");
    const { status, stdout, stderr } = replayFile(path);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(`${path}: nothing was replayed: the file cannot be read (ENOENT)\n`);
  });

  it("rejects an empty file", () => {
    const { status, stderr } = replay("empty.jsonl", ["", ""]);
    expect([status, stderr]).toEqual([1, expect.stringContaining("the file has no accesses")]);
  });
});
