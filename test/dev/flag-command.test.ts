import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { copyProject, type DevRun, freePorts, runDev } from "./usher-copy.ts";

/** A start of the whole service on a busy machine, and the time that a flag may take. */
const WHOLE_STORY_MS = 180_000;
/** How soon an operator's change must hold. */
const REFRESH_MS = 30_000;
/** Asking takes time of its own on a busy machine. */
const GRACE_MS = 5_000;

const ALL_ON = { branding: "on", broadcasts: "on", live_monitor: "on", risk_scoring: "on", scanner: "on", sms: "on" };

interface Said {
  exitCode: number;
  stdout: string;
  stderr: string;
}

async function flag(root: string, ...args: string[]): Promise<Said> {
  try {
    const said = await promisify(execFile)(process.execPath, ["scripts/flag.ts", ...args], { cwd: root });
    return { exitCode: 0, ...said };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { exitCode: code, stdout, stderr };
  }
}

/** Flag → state, as the command lists them. */
function listed({ stdout }: Said): Record<string, string> {
  const rows = stdout.split("\n").map((line) => line.match(/^(\w+) +(on|off|\d+ %) /));
  return Object.fromEntries(rows.flatMap((match) => (match ? [[match[1], match[2]]] : [])));
}

describe("npm run flag", { timeout: WHOLE_STORY_MS }, () => {
  const project = copyProject();
  let run: DevRun;
  let ask: (method: string, path: string, body?: object) => Promise<Response>;

  beforeAll(async () => {
    const [http, grpc, grpcWeb] = await freePorts(3);
    run = runDev(project.root, { PORT: String(http), GRPC_PORT: String(grpc), GRPC_WEB_PORT: String(grpcWeb) });
    const [shown] = await run.printed(/Usher is ready after [\s\S]*Ctrl-C/);
    const value = (name: string) => shown.match(new RegExp(`^ +${name} +(\\S+)`, "m"))?.[1];
    const headers: Record<string, string> = { "content-type": "application/json" };
    ask = (method, path, body) =>
      fetch(`http://127.0.0.1:${http}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    const login = await ask("POST", "/auth/login", { email: value("Host"), password: value("Password") });
    headers.authorization = `Bearer ${((await login.json()) as { access_token: string }).access_token}`;
  }, WHOLE_STORY_MS);

  afterAll(async () => {
    run.npm.kill("SIGTERM");
    await run.ended();
    project.remove();
  }, WHOLE_STORY_MS);

  test("lists every flag with its state", async () => {
    const said = await flag(project.root);
    expect(listed(said)).toEqual(ALL_ON);
    expect(said.exitCode).toBe(0);
  });

  test("sets one to a percentage and leaves the others as they are", async () => {
    expect(listed(await flag(project.root, "sms", "25"))).toEqual({ ...ALL_ON, sms: "25 %" });
    expect(listed(await flag(project.root))).toEqual({ ...ALL_ON, sms: "25 %" });
  });

  test("is obeyed by the running service within 30 seconds", async () => {
    const { items } = (await (await ask("GET", "/events")).json()) as { items: { id: string }[] };
    const branding = async () =>
      (await ask("PUT", `/events/${items[0]?.id}/branding`, { primary_color: "#336699" })).status;
    expect([200, 402]).toContain(await branding());
    expect((await flag(project.root, "branding", "off")).exitCode).toBe(0);
    await eventually(async () => expect(await branding()).toBe(403), {
      timeoutMs: REFRESH_MS + GRACE_MS,
      everyMs: 1000,
    });
  });

  test.each([
    ["a flag that is none", ["fireworks", "off"], /no flag "fireworks".*branding, broadcasts/],
    ["a flag that is SQL", ["x' or '1'='1", "off"], /no flag/],
    ["no value", ["scanner"], /on\|off\|<percentage>/],
    ["a value that is none", ["scanner", "maybe"], /on\|off\|<percentage>/],
    ["more than all", ["scanner", "101"], /on\|off\|<percentage>/],
    ["a fraction", ["scanner", "2.5"], /on\|off\|<percentage>/],
    ["one thing too many", ["scanner", "off", "now"], /Usage/],
    ["an option that is none", ["scanner", "off", "--force"], /--force/],
  ])("refuses %s and changes nothing", async (_, args, complaint) => {
    const said = await flag(project.root, ...args);
    expect(said.exitCode).toBe(1);
    expect(said.stderr).toMatch(complaint);
    expect(said.stderr).not.toContain("    at ");
    expect(said.stdout).toBe("");
  });

  test("changed nothing that it refused", async () => {
    expect(listed(await flag(project.root))).toEqual({ ...ALL_ON, sms: "25 %", branding: "off" });
  });
});
