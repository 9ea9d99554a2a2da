import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

/** A number of the code, or numbers by name, such as those of the tiers. */
export type Constant = number | { readonly [name: string]: Constant };

/**
 * Evaluates a constant at the top level of a module, which need not be exported.
 * @throws Error if it is missing or not made of numbers
 */
export function readConstant(path: string, name: string): Constant {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement)) {
      const found = statement.declarationList.declarations.find((declaration) => declaration.name.getText() === name);
      if (found?.initializer) return evaluate(found.initializer, path);
    }
    const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
    if (bindings && ts.isNamedImports(bindings) && bindings.elements.some((element) => element.name.text === name)) {
      const { moduleSpecifier } = statement as ts.ImportDeclaration;
      return readConstant(join(dirname(path), (moduleSpecifier as ts.StringLiteral).text), name);
    }
  }
  throw new Error(`${path} has no constant ${name}`);
}

function evaluate(node: ts.Expression, path: string): Constant {
  if (ts.isNumericLiteral(node)) return Number(node.text.replaceAll("_", ""));
  if (ts.isIdentifier(node)) return readConstant(path, node.text);
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    return evaluate(node.expression, path);
  if (ts.isBinaryExpression(node)) {
    const [left, right] = [evaluate(node.left, path), evaluate(node.right, path)];
    const operate = OPERATIONS[node.operatorToken.kind];
    if (operate && typeof left === "number" && typeof right === "number") return operate(left, right);
  }
  if (ts.isObjectLiteralExpression(node)) {
    const entries = node.properties.map((property) => {
      if (!ts.isPropertyAssignment(property)) throw new Error(`${path}: ${property.getText()} is not a number`);
      return [property.name.getText(), evaluate(property.initializer, path)] as const;
    });
    return Object.fromEntries(entries);
  }
  throw new Error(`${path}: ${node.getText()} is not a number`);
}

const OPERATIONS: Partial<Record<ts.SyntaxKind, (left: number, right: number) => number>> = {
  [ts.SyntaxKind.AsteriskToken]: (left, right) => left * right,
  [ts.SyntaxKind.SlashToken]: (left, right) => left / right,
  [ts.SyntaxKind.PlusToken]: (left, right) => left + right,
  [ts.SyntaxKind.MinusToken]: (left, right) => left - right,
  [ts.SyntaxKind.AsteriskAsteriskToken]: (left, right) => left ** right,
};
