/**
 * Builds the console to static files that the Worker serves at `/app` (src/pages/console/). `npm run dev`, tests and
 * deployments run it by scripts/build-assets.ts.
 */
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { compileAll } from "../scripts/i18n/catalogues.ts";

/** Compiles the texts, so that a browser needs no parser of MessageFormat. */
const compiledTexts: Plugin = {
  name: "usher:texts",
  enforce: "pre",
  transform: {
    filter: { id: /\/console\/src\/i18n\/[^/]+\/[^/]+\.json$/ },
    handler: (source) => JSON.stringify(compileAll(JSON.parse(source))),
  },
};

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/app/",
  plugins: [react(), compiledTexts],
  // `@usher/client` is used from its source, as in the rest of this repository.
  resolve: {
    alias: { "@usher/client": fileURLToPath(new URL("../clients/typescript/src/package.ts", import.meta.url)) },
  },
  // The Worker replaces it with the nonce of each response; see src/pages/console/.
  html: { cspNonce: "__CSP_NONCE__" },
  build: {
    outDir: fileURLToPath(new URL("../.wrangler/assets/app", import.meta.url)),
    emptyOutDir: true,
    target: ["chrome109", "firefox115", "safari16.4"],
    // A data: URL would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    // Which files a screen loads, for test/console/size.test.ts. It is outside of what the Worker serves.
    manifest: true,
    reportCompressedSize: false,
  },
  logLevel: "warn",
});
