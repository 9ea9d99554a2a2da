import ts from "typescript";
import type { Module } from "./modules.ts";

/** Files that nobody opens to follow a request: mechanisms, and the composition root. */
const MECHANISMS = /^(src\/(kernel|http|db|adapters|i18n|platform)\/|src\/[^/]+\.ts$|proto\/)/;

/** Returns the files that declare what the code of a function reaches, symbol by symbol, types left out. */
export function filesToOpen(modules: ReadonlyMap<string, Module>, path: string, name: string): string[] {
  const seen = new Set<string>();
  const files = new Set<string>();
  const follow = (file: string, symbol: string): void => {
    const module = modules.get(file);
    const key = `${file}#${symbol}`;
    if (module === undefined || MECHANISMS.test(file) || seen.has(key)) return;
    seen.add(key);
    const declaration = declarationsOf(module).get(symbol);
    if (declaration === undefined) return;
    files.add(file);
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
      if (ts.isIdentifier(node)) {
        const imported = importOf(module, node.text);
        if (imported !== undefined) follow(...imported);
        else follow(file, node.text);
      }
      ts.forEachChild(node, visit);
    };
    visit(declaration);
  };
  follow(path, name);
  return [...files];
}

/** The module and the name that a local name imports; types left out. */
export function importOf(module: Module, local: string): [path: string, exported: string] | undefined {
  for (const { target, names, isTypeOnly } of module.imports) {
    const found = isTypeOnly ? undefined : names?.find((name) => name.local === local);
    if (found !== undefined) return [target, found.exported];
  }
  return undefined;
}

const DECLARATIONS = new WeakMap<Module, ReadonlyMap<string, ts.Node>>();

/** The functions, classes and constants of a module, by name. */
export function declarationsOf(module: Module): ReadonlyMap<string, ts.Node> {
  const known = DECLARATIONS.get(module);
  if (known !== undefined) return known;
  const declared = new Map<string, ts.Node>();
  for (const statement of module.source.statements) {
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      if (statement.name) declared.set(statement.name.text, statement);
    } else if (ts.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations) {
        const { name } = declaration;
        const names = ts.isIdentifier(name) ? [name.text] : name.elements.map((element) => element.getText());
        for (const each of names) declared.set(each, declaration);
      }
    }
  }
  DECLARATIONS.set(module, declared);
  return declared;
}
