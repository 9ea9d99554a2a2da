import ts from "typescript";
import type { Module } from "./modules.ts";

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
