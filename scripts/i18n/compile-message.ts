import {
  isCatchallKey,
  isExpression,
  isLiteral,
  isSelectMessage,
  isVariableRef,
  type Model,
  parseMessage,
} from "messageformat";
import type { CompiledMessage, Pattern, PatternPart, Selector } from "../../src/i18n/message.ts";

/** The functions that texts may use. Dates and lists are values, formatted before. */
const NUMERIC = new Set(["number", "integer"]);

/**
 * A text in Unicode MessageFormat 2 as data: small enough to be sent to a browser, which then needs no parser.
 * @throws Error for wrong syntax, and for what no text uses: declarations of `.local`, options, further functions
 */
export function compile(source: string): CompiledMessage {
  if (!/[{}\\]|^\s*\./.test(source)) return source;
  const message = parseMessage(source);
  const functions = new Map(
    message.declarations.map((declaration) => [declaration.name, functionOf(declaration, source)]),
  );
  if (!isSelectMessage(message)) return patternOf(message.pattern, source);
  return {
    by: message.selectors.map(({ name }): Selector => (functions.get(name) === "string" ? [name, "string"] : [name])),
    variants: message.variants.map(({ keys, value }) => [
      keys.map((key) => (isCatchallKey(key) ? null : key.value)),
      patternOf(value, source),
    ]),
  };
}

function functionOf({ type, value }: Model.Declaration, source: string): string | undefined {
  if (type === "local") throw new Error(`A text has .local: ${source}`);
  return checkedFunction(value, source);
}

function checkedFunction({ functionRef }: Model.Expression, source: string): string | undefined {
  if (functionRef === undefined) return undefined;
  const isKnown = NUMERIC.has(functionRef.name) || functionRef.name === "string";
  if (!isKnown || functionRef.options !== undefined) throw new Error(`A text has :${functionRef.name}: ${source}`);
  return functionRef.name;
}

function patternOf(pattern: Model.Pattern, source: string): Pattern {
  return pattern.flatMap((part): PatternPart[] => {
    if (typeof part === "string") return [part];
    if (!isExpression(part)) return part.kind === "standalone" ? [] : [{ markup: part.name, kind: part.kind }];
    const name = checkedFunction(part, source);
    if (isLiteral(part.arg)) return [part.arg.value];
    if (!isVariableRef(part.arg)) throw new Error(`A text has an expression without a value: ${source}`);
    return [name !== undefined && NUMERIC.has(name) ? [part.arg.name, "number"] : [part.arg.name]];
  });
}
