import { readdirSync, readFileSync } from "node:fs";
import { dirname, posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDERS = ["proto", "src", "scoring-engine", "clients", "console", "scripts", "bench", "test", "testkit"];

export interface Import {
  /** A path inside the project, or the name of a package: `hono`, `@hono/zod-openapi`, `node:fs`. */
  target: string;
  isLocal: boolean;
  /** Erased before run time. */
  isTypeOnly: boolean;
  /** Names as the other module exports them; null for all of it. */
  names: { exported: string; local: string }[] | null;
}

/** A source file of ours. */
export interface Module {
  path: string;
  text: string;
  source: ts.SourceFile;
  imports: Import[];
}

/** Every module of the project, parsed, by its path from the project's root. */
export function readModules(): Map<string, Module> {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(ROOT + folder, { recursive: true, encoding: "utf8" }).map((path) => posix.join(folder, path)),
  ).filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"));
  return new Map(paths.sort().map((path) => [path, parseModule(path, readFileSync(ROOT + path, "utf8"))]));
}

/** A module of this text at this path. */
export function parseModule(path: string, text: string): Module {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports: Import[] = [];
  const visit = (node: ts.Node): void => {
    const found = importOf(path, node);
    if (found) imports.push(found);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { path, text, source, imports };
}

function importOf(path: string, node: ts.Node): Import | null {
  if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
    const specifier = (node.moduleSpecifier as ts.StringLiteral).text;
    return { ...targetOf(path, specifier), isTypeOnly: isTypeOnly(node), names: namesOf(node) };
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [specifier] = node.arguments;
    if (specifier && ts.isStringLiteral(specifier)) {
      return { ...targetOf(path, specifier.text), isTypeOnly: false, names: null };
    }
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
    return { ...targetOf(path, node.argument.literal.text), isTypeOnly: true, names: null };
  }
  return null;
}

function targetOf(path: string, specifier: string): Pick<Import, "target" | "isLocal"> {
  if (specifier.startsWith(".")) {
    // Vite takes a file as text where `?inline` or the like follows its name.
    return { target: posix.join(dirname(path), specifier.replace(/\?.*$/, "")), isLocal: true };
  }
  if (specifier.includes(":")) return { target: specifier, isLocal: false };
  return { target: specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/"), isLocal: false };
}

/** Whether it is erased at run time: `import type`, or braces in which everything is a type. */
function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  const clause = node.importClause;
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { name, namedBindings } = clause;
  if (name || !namedBindings || !ts.isNamedImports(namedBindings)) return false;
  return namedBindings.elements.every((element) => element.isTypeOnly);
}

function namesOf(node: ts.ImportDeclaration | ts.ExportDeclaration): Import["names"] {
  const braces = ts.isExportDeclaration(node) ? node.exportClause : node.importClause?.namedBindings;
  if (!braces || !(ts.isNamedImports(braces) || ts.isNamedExports(braces))) return null;
  return [...braces.elements].map((element) => ({
    exported: (element.propertyName ?? element.name).text,
    local: element.name.text,
  }));
}

/** Returns the area of a file of `src/`: its folder there, or the path of a file at the root. */
export function areaOf(path: string): string {
  return path.match(/^src\/([^/]+)\//)?.[1] ?? path;
}
