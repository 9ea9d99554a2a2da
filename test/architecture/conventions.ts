import ts from "typescript";
import type { Module } from "./modules.ts";

/** Names that describe no content, so that modules collect unrelated code. */
const EMPTY_NAME = /(^|[/-])(utils?|helpers?|commons?|managers?|types|misc|shared|index)\.tsx?$/;

/** Where code may read the clock: where the time is passed on, in timeouts, and in entry points without a caller. */
const CLOCK_OWNERS =
  /^src\/(adapters|pages\/client)\/|^src\/services\.ts$|^scoring-engine\/(main|log|grpc-server|baseline\/(sqlite-\w+|redis-\w+))\.ts$/;
/** Where the Worker's variables are parsed into its configuration. */
const CONFIGURATION = "src/env.ts";
const ENVIRONMENT_OWNERS = new Set(["scoring-engine/main.ts", "scoring-engine/config.ts"]);

/** The exports of a package, which nothing in this repository imports. */
const PACKAGE_ENTRY = /^clients\/[^/]+\/src\/package\.ts$/;

/** Returns the faults of a module's name or content. */
export function badName(module: Module): string[] {
  if (EMPTY_NAME.test(module.path)) return [`${module.path}: name it after the concept that is in it.`];
  const statements = module.source.statements;
  const isBarrel =
    !PACKAGE_ENTRY.test(module.path) &&
    statements.length > 0 &&
    statements.every((one) => ts.isExportDeclaration(one) && one.moduleSpecifier);
  return isBarrel ? [`${module.path} only passes others on: import from where things are.`] : [];
}

/** Where a module reads the clock although it must be given the time. */
export function clocksIn(module: Module): string[] {
  const isObject = module.imports.some(({ target }) => target === "cloudflare:workers");
  if (isObject || CLOCK_OWNERS.test(module.path)) return [];
  return /\bDate\.now\(\)|\bnew Date\(\)/.test(module.text)
    ? [`${module.path} looks at the clock: take the time from services.clock, or as an argument.`]
    : [];
}

/** Where a module reads a variable of the environment itself. `variables`: the names in the configuration. */
export function environmentIn(module: Module, variables: readonly string[]): string[] {
  if (ENVIRONMENT_OWNERS.has(module.path)) return [];
  const own = module.path === CONFIGURATION ? [] : variables.map((name) => `env\\.${name}`);
  const pattern = new RegExp(`\\b(process\\.env|import\\.meta\\.env${own.map((name) => `|${name}`).join("")})\\b`);
  return pattern.test(module.text)
    ? [`${module.path} reads the environment: add the variable to the configuration and take it from there.`]
    : [];
}

/** Where a query selects the name of a host or inviter without the rule for names that guests see. */
export function rawNames(module: Module): string[] {
  return /\b(host|inviter)Name:(?!\s*(shownName|safeDisplayName)\()[^\n]{0,40}\busers?\.name\b/i.test(module.text)
    ? [`${module.path} selects a host's name as it is stored: use shownName() of src/db/shown-name.ts.`]
    : [];
}

/** Where entries stand in a literal after `...`, which only keeps several of them on one line. The formatter decides the layout. */
export function spreadLiterals(module: Module): string[] {
  const problems: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isSpread(node) && isLiteral(node.expression)) {
      const line = module.source.getLineAndCharacterOfPosition(node.getStart(module.source)).line + 1;
      problems.push(`${module.path}:${line} spreads a literal: write its entries without "..." and its brackets.`);
    }
    ts.forEachChild(node, visit);
  };
  visit(module.source);
  return problems;
}

function isSpread(node: ts.Node): node is ts.SpreadElement | ts.SpreadAssignment | ts.JsxSpreadAttribute {
  return ts.isSpreadElement(node) || ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node);
}

function isLiteral(expression: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression))
    return isLiteral(expression.expression);
  return ts.isArrayLiteralExpression(expression) || ts.isObjectLiteralExpression(expression);
}

/** The most statements of a batch whose results may be read by position. */
const MAX_POSITIONAL = 2;

/** Where the results of a longer batch are read by position: a statement inserted in front would shift them all. */
export function positionalResults(module: Module): string[] {
  const problems: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isArrayBindingPattern(node.name)) {
      const call = node.initializer && ts.isAwaitExpression(node.initializer) ? node.initializer.expression : undefined;
      const [list] = call && ts.isCallExpression(call) && isBatchCall(call) ? call.arguments : [];
      if (list && ts.isArrayLiteralExpression(list) && isLong(list)) {
        const line = module.source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        problems.push(`${module.path}:${line} takes a batch's results by position: name them with runBatch.`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(module.source);
  return problems;
}

function isBatchCall({ expression }: ts.CallExpression): boolean {
  return ts.isPropertyAccessExpression(expression) && expression.name.text === "batch";
}

function isLong({ elements }: ts.ArrayLiteralExpression): boolean {
  return elements.length > MAX_POSITIONAL || elements.some(ts.isSpreadElement);
}
