import ts from "typescript";
import type { Module } from "./modules.ts";

/** The columns and fields from which a guest's standing is computed. */
const COLUMNS = new Set(["response", "seat", "invitedAt", "invited_at"]);

/** Where the rule is, as a function and in SQL. */
const RULE = new Set(["src/kernel/standing.ts", "src/db/standing.ts"]);

const OPERATORS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
]);

/** Functions that make a condition of their first argument. */
const CONDITIONS = new Set([
  "eq",
  "ne",
  "gt",
  "gte",
  "lt",
  "lte",
  "isNull",
  "isNotNull",
  "inArray",
  "isAmong",
  "isSet",
]);

/** SQL after a compared value, and before one. */
const COMPARED_BEFORE = /^\)?\s*(=|<|>|is\b|in\b|not\b|when\b|and\b|or\b)/i;
const COMPARED_AFTER = /(=|<|>|\b(is|is not|case|and|or|not))\s*\(?$/i;
const COMPARED_IN_TEXT = /\b\w+\.(response|seat|invited_at) (=|<|>|is\b|in\b|not\b)/g;

const COMMENT = /\/\/.*|\/\*[\s\S]*?\*\//g;

/** A reason says by what, such as "By seat: the write changes it.", or names the standing. */
const REASON = /\bby[\s*/]+(hand|link|response|seat)\b|\bstandings?\b/i;

/**
 * Returns where a module compares one of the columns by hand, although only all of them say where a guest stands, unless a
 * comment at the place, at its function or at the top of the file has the reason.
 */
export function comparedWithoutReason({ path, source, text }: Module): string[] {
  if (RULE.has(path)) return [];
  const problems: string[] = [];
  const visit = (node: ts.Node): void => {
    for (const column of columnsComparedBy(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      if (!hasReason(node, text))
        problems.push(`${path}:${line + 1} compares ${column}: use the standing, or say why.`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}

function columnsComparedBy(node: ts.Node): string[] {
  if (ts.isBinaryExpression(node)) {
    // Undefined is a parameter that was left out.
    const isComparison = OPERATORS.has(node.operatorToken.kind) && node.right.getText() !== "undefined";
    return isComparison ? named(node.left, node.right) : [];
  }
  if (ts.isCallExpression(node)) return isCondition(node.expression) ? named(...node.arguments.slice(0, 1)) : [];
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) return named(node.operand);
  if (ts.isConditionalExpression(node)) return named(node.condition);
  if (ts.isSwitchStatement(node)) return named(node.expression);
  if (ts.isElementAccessExpression(node)) return named(node.argumentExpression);
  if (ts.isTaggedTemplateExpression(node)) return comparedInSql(node.template);
  const isText = ts.isTemplateExpression(node) && !ts.isTaggedTemplateExpression(node.parent);
  return isText ? named(...node.templateSpans.map(({ expression }) => expression)) : [];
}

function isCondition(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return CONDITIONS.has(callee.text);
  return ts.isPropertyAccessExpression(callee) && ["includes", "has"].includes(callee.name.text);
}

function comparedInSql(template: ts.TemplateLiteral): string[] {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return inText(template.text);
  const texts = [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];
  const compared = template.templateSpans.flatMap(({ expression }, index) => {
    const isCompared = COMPARED_AFTER.test(texts[index] ?? "") || COMPARED_BEFORE.test(texts[index + 1] ?? "");
    return isCompared ? named(expression) : [];
  });
  return [...compared, ...texts.flatMap(inText)];
}

function inText(text: string): string[] {
  return [...text.matchAll(COMPARED_IN_TEXT)].map(([, column = ""]) => column);
}

/** The columns among some expressions: `rsvp?.seat`, `seat`, `(rsvp?.response ?? "pending")`. */
function named(...expressions: readonly ts.Expression[]): string[] {
  return expressions.flatMap((expression) => {
    if (ts.isParenthesizedExpression(expression)) return named(expression.expression);
    if (ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
      return named(expression.left);
    const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
    return ts.isIdentifier(name) && COLUMNS.has(name.text) ? [name.text] : [];
  });
}

function hasReason(node: ts.Node, text: string): boolean {
  const header = /^(\/\/.*\n)*/.exec(text)?.[0] ?? "";
  const before = ancestorsOf(node).map((at) => text.slice(at.pos, ts.isBlock(at) ? node.getStart() : at.getStart()));
  return [header, ...before].some((part) => (part.match(COMMENT) ?? []).some((comment) => REASON.test(comment)));
}

/** The node and what it is in, without the file. */
function ancestorsOf(node: ts.Node): ts.Node[] {
  return ts.isSourceFile(node) ? [] : [node, ...ancestorsOf(node.parent)];
}
