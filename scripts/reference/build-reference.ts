import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type Palette, themeOf } from "../../src/kernel/brand.ts";
import { loadBundle } from "../assets/load-bundle.ts";
import { EXAMPLE_ORIGIN, type ReferenceDocument } from "./document.ts";
import type { ReferenceFiles } from "./render.tsx";

const README = "clients/typescript/README.md";

/** The Worker's app, the document of its routes, and the renderer, as one module for Node. */
const ENTRY = `
import { app } from "./src/app.ts";
import { openApiDocument } from "./scripts/openapi/describe-api.ts";
export { renderReference } from "./scripts/reference/render.tsx";
export const describe = (serverUrl) => openApiDocument(app, serverUrl);
`;

interface Bundle {
  describe(serverUrl: string): ReferenceDocument;
  renderReference(document: ReferenceDocument, quickStart: string, version: string): ReferenceFiles;
}

/**
 * Writes the OpenAPI document and the API reference to a folder, from the routes of the Worker. The build does this instead of
 * the Worker, whose bundle size and start time are limited. Both change only with a build.
 * @param script the built script of its pages
 */
export async function buildReference(root: string, folder: string, script: Uint8Array): Promise<void> {
  const style = referenceStyle();
  const { describe, renderReference } = await loadBundle<Bundle>(root, ENTRY);
  const document = describe(EXAMPLE_ORIGIN);
  const hash = createHash("sha256").update(script).update(style).update(JSON.stringify(document));
  const files: Record<string, string | Uint8Array> = {
    ...renderReference(document, readQuickStart(root), hash.digest("hex").slice(0, 12)),
    "openapi.json": JSON.stringify(document),
    "assets/reference.css": style,
    "assets/reference.js": script,
  };
  removeOthers(folder, files);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Removes files of earlier builds, which would also be deployed. */
function removeOthers(folder: string, files: object): void {
  if (!existsSync(folder)) return;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  for (const path of paths) if (!Object.hasOwn(files, path)) rmSync(join(folder, path));
}

/** Returns the first code block of the client's README. */
function readQuickStart(root: string): string {
  const [, code] = /^## Quick start$.*?^```ts\n(.*?)^```$/ms.exec(readFileSync(join(root, README), "utf8")) ?? [];
  if (code === undefined) throw new Error(`${README} has no quick start`);
  return code.trim();
}

/** Colours of methods, as text on the page and on a card, in both schemes. */
const METHODS = {
  light: { get: "#0b6b3a", put: "#7a5200", patch: "#7a5200", delete: "#a81f17" },
  dark: { get: "#6fd39c", put: "#f5c04a", patch: "#f5c04a", delete: "#ff9d94" },
} as const;

function variables(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");
}

function schemeVariables(palette: Palette, methods: Readonly<Record<string, string>>): string {
  return `${variables({ ...palette })};${variables(methods)}`;
}

/** Returns the style sheet of the reference, in the colours of the service's pages. */
function referenceStyle(): string {
  const { light, dark, fontStack } = themeOf(null);
  return `:root{--font:${fontStack};--mono:ui-monospace,'Cascadia Mono',Menlo,Consolas,monospace;${schemeVariables(light, METHODS.light)}}
@media(prefers-color-scheme:dark){:root{${schemeVariables(dark, METHODS.dark)}}}${RULES}`;
}

const RULES = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;color-scheme:light dark;scroll-padding-top:4.6rem}
body{margin:0;background:var(--page);color:var(--text);font:1rem/1.6 var(--font);overflow-wrap:break-word}
h1,h2,h3{line-height:1.25;margin:0;text-wrap:balance}
h1{font-size:2rem;letter-spacing:-.015em;margin-bottom:.6rem}
h2{font-size:1.4rem;margin-bottom:.5rem}
h3{font-size:1rem;margin:1.6rem 0 .5rem}
p{margin:0 0 .9em}
a{color:var(--accent);text-underline-offset:.3em;text-decoration-thickness:1px}
a:hover{text-decoration-thickness:2px}
code,pre,kbd{font-family:var(--mono);font-size:.875em}
code{overflow-wrap:anywhere}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
main:focus{outline:0}
[hidden]{display:none!important}
.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:1rem;top:-4rem;background:var(--card);padding:.6rem 1rem;border-radius:.4rem;z-index:9}
.skip:focus{top:.6rem}
.top{position:sticky;top:0;z-index:5;display:flex;align-items:center;gap:1rem;justify-content:space-between;min-height:3.6rem;padding:.5rem 1.2rem;
background:var(--card);border-bottom:1px solid var(--line)}
.home{font-weight:700;color:var(--text);text-decoration:none;white-space:nowrap;padding:.5rem 0}
search{position:relative;flex:0 1 26rem;min-width:0}
search input{font:inherit;color:inherit;background:var(--page);border:1px solid var(--muted);border-radius:.5rem;width:100%;min-height:2.6rem;padding:.3rem 2.2rem .3rem .8rem}
search input::placeholder{color:var(--muted);opacity:1}
search::after{content:"/";content:"/" / "";position:absolute;right:.7rem;top:.75rem;font:.875rem/1.2 var(--mono);color:var(--muted);border:1px solid var(--line);border-radius:.25rem;padding:0 .4rem;pointer-events:none}
search:focus-within::after{display:none}
#results{position:absolute;right:0;top:calc(100% + .4rem);width:min(34rem,calc(100vw - 2rem));max-height:min(70vh,32rem);overflow:auto;background:var(--card);
border:1px solid var(--line);border-radius:.6rem;box-shadow:0 .8rem 2.4rem #0003;padding:.3rem}
#results [role=option]{padding:.5rem .7rem;border-radius:.4rem;cursor:pointer}
#results [role=option][aria-selected=true]{background:var(--panel);box-shadow:inset 3px 0 var(--accent)}
#results small{display:block;color:var(--muted);font-size:.85rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
#results p{margin:0;padding:.6rem .7rem;color:var(--muted)}
main{padding:1.6rem 1.2rem 5rem;min-width:0}
.lead{font-size:1.1rem;color:var(--muted)}
summary{cursor:pointer}
.menu{background:var(--card);border-bottom:1px solid var(--line)}
.menu>summary{padding:.7rem 1.2rem;font-weight:600}
nav{padding:.2rem 1.2rem 1.2rem;font-size:.925rem;line-height:1.4}
nav ul{list-style:none;margin:0;padding:0}
nav ul ul,nav details ul{padding-left:.6rem;border-left:1px solid var(--line);margin:.1rem 0 .4rem .2rem}
nav a{display:block;padding:.32rem .5rem;color:var(--text);text-decoration:none;border-radius:.35rem}
nav a:hover{background:var(--panel)}
nav a[aria-current]{background:var(--panel);color:var(--accent);font-weight:600}
nav summary{padding:.4rem 0;font-weight:600}
nav details a{display:flex;gap:.5rem;align-items:baseline}
nav .method{flex:none;width:3.1rem;font-size:.66rem}
.method{font:700 .78rem/1 var(--mono);color:var(--accent);letter-spacing:.02em}
.method.get{color:var(--get)}.method.put,.method.patch{color:var(--put)}.method.delete{color:var(--delete)}
.anchor{color:inherit;text-decoration:none}
.anchor:hover,.anchor:focus-visible{text-decoration:underline}
main>section{border-top:1px solid var(--line);padding-top:1.8rem;margin-top:2rem}
.address{font-size:1rem}
.columns{display:grid;gap:1.2rem 2.4rem;grid-template-columns:minmax(0,1fr)}
.contents{padding-left:1.1rem;columns:2 22rem;column-gap:2.4rem;font-size:.95rem}
.contents li{break-inside:avoid;margin-bottom:.3rem}
.contents code{color:var(--muted)}
.codes{columns:4 14rem;padding-left:1.1rem}
.code{position:relative;margin:0 0 1rem;background:var(--card);border:1px solid var(--line);border-radius:.6rem}
.code figcaption{padding:.45rem .9rem;font-size:.85rem;color:var(--muted);border-bottom:1px solid var(--line);min-height:2.6rem;display:flex;align-items:center;padding-right:6rem}
.code pre{margin:0;padding:.8rem .9rem;overflow:auto;max-height:30rem;line-height:1.5;tab-size:2;border-radius:0 0 .6rem .6rem}
.code pre code{overflow-wrap:normal;font-size:.82rem}
.copy{position:absolute;top:.3rem;right:.4rem;font:600 .8rem/1 var(--font);min-height:2rem;padding:.3rem .7rem;border:1px solid var(--line);border-radius:.4rem;background:var(--page);color:var(--text);cursor:pointer}
.copy:hover{border-color:var(--muted)}
.scrolling{overflow-x:auto;margin:0 0 1rem}
table{border-collapse:collapse;width:100%;font-size:.925rem}
th,td{text-align:left;vertical-align:top;padding:.5rem .9rem .5rem 0;border-top:1px solid var(--line)}
thead th{border-top:0;color:var(--muted);font-weight:600;font-size:.85rem;padding-bottom:.3rem}
tbody th{font-weight:600}
td:last-child{min-width:14rem}
th code,td code{overflow-wrap:break-word}
td:nth-last-child(2){white-space:nowrap}
.variant th{padding-top:1.1rem;color:var(--muted)}
.parent{color:var(--muted);font-weight:400}
.required{font:600 .75rem/1.4 var(--font);color:var(--delete);white-space:nowrap}
.rules,.headers,.media{color:var(--muted)}
.headers{font-size:.875rem}
.response>p:first-child{margin-bottom:.3rem}
.response details{margin-bottom:.6rem}
.response summary{color:var(--accent);padding:.2rem 0}
dl{margin:0}
dd{margin:0}
.refusals>div,.chapters>div{display:grid;grid-template-columns:minmax(0,1fr);padding:.45rem 0;border-top:1px solid var(--line)}
.refusals dt,.chapters dt,.meaning dt{font-weight:600}
.meaning{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:.9rem 1.1rem;margin-bottom:.9rem}
.meaning .status{font-weight:600;color:var(--muted);margin:0 0 .4rem}
.meaning dt{margin-top:.5rem;font-size:.875rem;color:var(--muted)}
.meaning>details{margin-top:.7rem}
.meaning summary{color:var(--accent);padding:.2rem 0}
.meaning .code{margin:.5rem 0 0}
:target{scroll-margin-top:4.6rem}
tr:target,.operation:target h2,.error:target h2{background:var(--panel)}
@media(max-width:39.99rem){
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
table,tbody,tr,tbody th,td{display:block}
tr{padding:.6rem 0;border-top:1px solid var(--line)}
tbody th,td{border:0;padding:0}
tbody th,td:not(:last-child){display:inline-block;margin-right:.7rem;color:var(--muted)}
tbody th{color:inherit}
}
@media(min-width:40rem){.refusals>div,.chapters>div{grid-template-columns:13rem minmax(0,1fr);gap:1rem}}
@media(min-width:64rem){
main{padding:2.2rem 2.6rem 6rem}
@supports selector(::details-content){
.frame{display:grid;grid-template-columns:18rem minmax(0,1fr);max-width:110rem;margin:0 auto}
.menu{position:sticky;top:3.6rem;height:calc(100vh - 3.6rem);overflow:auto;border:0;border-right:1px solid var(--line);background:none}
.menu>summary{display:none}
.menu::details-content{content-visibility:visible;display:block}
nav{padding-top:1.2rem}
}}
@media(min-width:88rem){.columns{grid-template-columns:minmax(0,1fr) minmax(0,32rem)}.examples{position:sticky;top:4.6rem;align-self:start;max-height:calc(100vh - 5.6rem);overflow:auto}}
@media print{
.top,.menu,.skip,.copy{display:none!important}
body{background:#fff;color:#000;font-size:10pt}
.frame,.columns{display:block}
details::details-content{content-visibility:visible;display:block}
.code pre{white-space:pre-wrap;max-height:none;overflow:visible}
.examples,.scrolling{position:static;max-height:none;overflow:visible}
.operation,.code,.meaning{break-inside:avoid-page}
}
`;
