/** Lists the npm scripts: `npm run help`. */
const SCRIPTS = {
  dev: "Runs the whole service on this machine, with a demo event",
  test: "Runs the tests; `-- <file>` runs one, `-- --project unit` those without a Worker",
  "test:slow": "Runs the tests that `npm test` leaves out, and its loops with all their rounds",
  "test:all": "Runs every test with all rounds",
  "test:unit": "Runs the tests of pure code",
  "test:watch": "Runs tests again after a change",
  check:
    "Checks types, lint, format, unused code, architecture, OpenAPI document, generated files, vocabulary, packages",
  fix: "Formats, and applies the safe fixes of the linter",
  deploy: "Deploys the service to a Cloudflare account; `-- --dry-run` prints what it would do",
  ops: "Runs an operator command; `-- help` lists them, `--remote` targets the deployed service",
  engine: "Runs only the scoring engine",
  "engine:watch": "Runs only the scoring engine, and restarts it after a change",
  bench: "Runs a benchmark; `-- help` lists them",
  generate:
    "Generates code and documents: protocol, bindings, schema digest, English texts, promises, limits, client types",
  "generate:bindings": "Generates src/worker-configuration.d.ts from wrangler.toml",
  "generate:promises": "Generates docs/promises.md from the tests",
  "generate:client": "Generates the types of @usher/client from the OpenAPI document",
  "generate:networks": "Generates scoring-engine/hosting-networks.txt from a dated list of autonomous systems",
  "release:contract": "Compares the OpenAPI document with the released one, and releases it if nothing breaks",
  "mail:preview": "Serves every email as a page",
  "lock:complete": "Completes package-lock.json after `npm install`",
  help: "Lists the npm scripts",
};

const width = Math.max(...Object.keys(SCRIPTS).map((name) => name.length));
for (const [name, text] of Object.entries(SCRIPTS)) console.log(`npm run ${name.padEnd(width)}  ${text}`);
