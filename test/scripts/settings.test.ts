import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { isRelevant } from "../../scripts/dev/programs.ts";
import { completeDevVars, namedVariables, readSettings } from "../../scripts/dev/settings.ts";

const NAMES = namedVariables(new URL("../../.dev.vars.example", import.meta.url).pathname);

describe("readSettings", () => {
  test("uses the default ports of this machine if nothing is set", () => {
    const settings = readSettings({}, {}, NAMES);
    expect(settings.ports).toEqual({ PORT: 8787, GRPC_PORT: 50051, GRPC_WEB_PORT: 50052 });
    expect(settings.worker).toEqual({
      PUBLIC_URL: "http://127.0.0.1:8787",
      SCORING_ENGINE_URL: "http://127.0.0.1:50052",
    });
    expect(settings.hasMailBackend).toBe(false);
  });

  test("prefers ports of the environment to local URLs in the file", () => {
    const file = { PUBLIC_URL: "http://localhost:8787", SCORING_ENGINE_URL: "http://127.0.0.1:50052", GRPC_PORT: "7" };
    const { worker, engine } = readSettings({ PORT: "9001", GRPC_PORT: "9002", GRPC_WEB_PORT: "9003" }, file, NAMES);
    expect(worker).toMatchObject({
      PUBLIC_URL: "http://127.0.0.1:9001",
      SCORING_ENGINE_URL: "http://127.0.0.1:9003",
    });
    expect(engine).toMatchObject({ GRPC_PORT: "9002", GRPC_WEB_PORT: "9003" });
  });

  test("moves the mail catcher to MAIL_PORT and SMTP_PORT, and passes them to no program", () => {
    const { ports, worker, engine } = readSettings({ MAIL_PORT: "9004" }, { SMTP_PORT: "9005" }, NAMES);
    expect(ports).toMatchObject({ MAIL_PORT: 9004, SMTP_PORT: 9005 });
    expect(Object.keys({ ...worker, ...engine }).filter((name) => /MAIL_PORT|SMTP_PORT/.test(name))).toEqual([]);
    const elsewhere = readSettings({ MAIL_PORT: "9004", SMTP_URL: "smtp://mail.example" }, {}, NAMES);
    expect(elsewhere.ports).not.toHaveProperty("MAIL_PORT");
    expect(() => readSettings({ MAIL_PORT: "8787" }, {}, NAMES)).toThrow("MAIL_PORT and PORT are both 8787");
    expect(() => readSettings({ SMTP_PORT: "smtp" }, {}, NAMES)).toThrow("SMTP_PORT must be a whole number");
  });

  test("keeps a remote URL, and any URL that the environment sets", () => {
    const file = { PUBLIC_URL: "https://tunnel.example", SCORING_ENGINE_URL: "http://127.0.0.1:50052" };
    const environment = { PORT: "9001", GRPC_WEB_PORT: "9003", SCORING_ENGINE_URL: "http://127.0.0.1:7000" };
    expect(readSettings(environment, file, NAMES).worker).toMatchObject({
      PUBLIC_URL: "https://tunnel.example",
      SCORING_ENGINE_URL: "http://127.0.0.1:7000",
    });
  });

  test("reads from the environment only variables that the example file names", () => {
    const environment = { PLATFORM_SECRET: "of the environment", AWS_SECRET_ACCESS_KEY: "not ours" };
    const { worker } = readSettings(environment, { PLATFORM_SECRET: "of the file", MORE: "kept" }, NAMES);
    expect(worker).toMatchObject({ PLATFORM_SECRET: "of the environment", MORE: "kept" });
    expect(worker).not.toHaveProperty("AWS_SECRET_ACCESS_KEY");
  });

  test("passes one secret to the Worker and the engine", () => {
    const { worker, engine } = readSettings({}, { SCORING_ENGINE_SECRET: "shared" }, NAMES);
    expect([worker.SCORING_ENGINE_SECRET, engine.SCORING_ENGINE_SECRET]).toEqual(["shared", "shared"]);
  });

  test.each([[{ SMTP_URL: "smtp://mail.example" }], [{ RESEND_API_KEY: "key" }]])(
    "needs no mail catcher with %o",
    (file) => {
      expect(readSettings({}, file, NAMES).hasMailBackend).toBe(true);
    },
  );

  test("treats an empty variable as not set", () => {
    expect(readSettings({ SMTP_URL: " " }, { RESEND_API_KEY: "" }, NAMES).hasMailBackend).toBe(false);
  });

  test.each(["0", "65536", "80a", "-1", "8.5"])("rejects the port %s, and names its variable", (port) => {
    expect(() => readSettings({ GRPC_PORT: port }, {}, NAMES)).toThrow("GRPC_PORT must be a whole number");
  });

  test("rejects two programs on one port", () => {
    expect(() => readSettings({ PORT: "50052" }, {}, NAMES)).toThrow(/are both 50052/);
  });
});

describe(".dev.vars", () => {
  const folder = mkdtempSync(join(tmpdir(), "usher-dev-vars-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const complete = (name: string, text?: string) => {
    const path = join(folder, name);
    if (text !== undefined) writeFileSync(path, text);
    return { path, ...completeDevVars(path) };
  };

  test("creates the file for its owner only, with valid secrets", () => {
    const { path, added, variables } = complete("new");
    expect(added).toEqual(["PLATFORM_SECRET", "SCORING_ENGINE_SECRET"]);
    expect(statSync(path).mode & 0o077).toBe(0);
    for (const name of added) expect(Buffer.byteLength(variables[name] ?? "")).toBeGreaterThanOrEqual(32);
    expect(variables.PLATFORM_SECRET).not.toBe(variables.SCORING_ENGINE_SECRET);
  });

  test("completes an empty file", () => {
    const { path, added, variables } = complete("empty", "");
    expect(added).toEqual(["PLATFORM_SECRET", "SCORING_ENGINE_SECRET"]);
    expect(readFileSync(path, "utf8").trim().split("\n")).toEqual(added.map((name) => `${name}=${variables[name]}`));
  });

  test("leaves a complete file unchanged, byte for byte", () => {
    const text = "PLATFORM_SECRET = 'short'   # mine\r\nexport SCORING_ENGINE_SECRET=other";
    const { path, added, variables } = complete("whole", text);
    expect(added).toEqual([]);
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(variables).toMatchObject({ PLATFORM_SECRET: "short", SCORING_ENGINE_SECRET: "other" });
  });

  test("appends missing variables, and leaves the rest unchanged", () => {
    const text = "PLATFORM_SECRET=\nSMTP_URL=smtp://mail.example\nSCORING_ENGINE_SECRET=kept";
    const { path, added, variables } = complete("partial", text);
    expect(added).toEqual(["PLATFORM_SECRET"]);
    expect(readFileSync(path, "utf8")).toBe(`${text}\nPLATFORM_SECRET=${variables.PLATFORM_SECRET}\n`);
    expect(variables).toMatchObject({ SCORING_ENGINE_SECRET: "kept", SMTP_URL: "smtp://mail.example" });
    expect(complete("partial")).toMatchObject({ added: [], variables });
  });
});

describe("isRelevant for wrangler's output", () => {
  test.each([
    "[wrangler:info] GET /access/AaH-A8gGfc6vQYgXlUnzuIXEKaLjoPZ_qOINnUkRaIw 200 OK (12ms)",
    '\u001b[90menv.PLATFORM_SECRET ("(hidden)")    Environment Variable    local\u001b[39m',
    "",
  ])("hides %s", (line) => expect(isRelevant(line)).toBe(false));

  test.each([
    '{"msg":"request","method":"GET","route":"/access/:token","status":200}',
    '\u001b[31m✘ \u001b[41;31m[\u001b[41;97mERROR\u001b[41;31m]\u001b[0m Could not resolve "./app.ts"',
    "[wrangler:warn] The Workers runtime crashed unexpectedly and is being restarted (crash #1).",
  ])("shows %s", (line) => expect(isRelevant(line)).toBe(true));
});
