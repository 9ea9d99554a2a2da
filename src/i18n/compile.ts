import {
  isCatchallKey,
  isExpression,
  isLiteral,
  isSelectMessage,
  isVariableRef,
  type Model,
  parseMessage,
} from "messageformat";
import type { CompiledMessage, Pattern, PatternPart, Selector } from "./message.ts";
import type { Area, Catalogue, Messages } from "./texts.ts";

/** The functions that texts may use. Dates and lists are values, formatted before. */
const NUMERIC = new Set(["number", "integer"]);

/** The messages of a catalogue, each compiled when it is first needed: keep them for the isolate's life. */
export function messagesOf(catalogue: Catalogue): Messages {
  const compiled = new Map<string, CompiledMessage>();
  const messageOf = (area: string, key: string): CompiledMessage | undefined => {
    const id = `${area}.${key}`;
    const known = compiled.get(id);
    const source = known === undefined ? catalogue[area]?.[key] : undefined;
    if (source === undefined) return known;
    const message = compile(source);
    compiled.set(id, message);
    return message;
  };
  return {
    get: (id) => messageOf(id.slice(0, id.indexOf(".")), id.slice(id.indexOf(".") + 1)),
    ofArea: (area: Area) =>
      Object.fromEntries(Object.keys(catalogue[area] ?? {}).map((key) => [key, messageOf(area, key) ?? ""])),
  };
}

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
