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
  const { status, stdout, stderr } = spawnSync(process.execPath, ["bench/main.ts", "risk", "--stream", path], {
    encoding: "utf8",
  });
  return { status, stdout, stderr };
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

  it("rejects an empty file", () => {
    const { status, stderr } = replay("empty.jsonl", ["", ""]);
    expect([status, stderr]).toEqual([1, expect.stringContaining("the file has no accesses")]);
  });
});
