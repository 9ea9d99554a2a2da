import { type Contract, isUnion, type OperationContract, type Shape } from "./contract.ts";

/** Which way a shape travels: what requests take may only become more, what responses give may only become narrower. */
type Direction = "request" | "response";

interface Fields {
  [name: string]: { shape: Shape; isOptional: boolean };
}

/**
 * What of a present contract would break a client that was written for the released one, one line each. New operations,
 * optional request fields, response fields and enum values are no break.
 * @param today a day as `2027-06-12`: an operation that was announced to end before it may be gone
 */
export function breaksOf(released: Contract, present: Contract, today: string): string[] {
  const comparison = new Comparison(released, present);
  for (const [route, before] of Object.entries(released.operations)) {
    const after = present.operations[route];
    if (after !== undefined) comparison.operation(`${before.name}`, before, after);
    else if (before.sunset === undefined || before.sunset >= today)
      comparison.found.add(`${before.name}: ${route} is gone`);
  }
  return [...comparison.found];
}

class Comparison {
  readonly found = new Set<string>();
  readonly #released: Contract;
  readonly #present: Contract;
  /** Pairs of components that are compared, or being compared. */
  readonly #seen = new Set<string>();

  constructor(released: Contract, present: Contract) {
    this.#released = released;
    this.#present = present;
  }

  operation(name: string, before: OperationContract, after: OperationContract): void {
    if (before.name !== after.name) this.found.add(`${name}: is named ${after.name} now`);
    for (const credential of before.credentials) {
      if (!after.credentials.includes(credential)) this.found.add(`${name}: does not take ${credential} any more`);
    }
    if (before.credentials.length === 0 && after.credentials.length > 0)
      this.found.add(`${name}: needs credentials now`);
    this.#shape(name, before.parameters, after.parameters, "request");
    for (const [type, shape] of Object.entries(before.body ?? {})) {
      const other = after.body?.[type];
      if (other === undefined) this.found.add(`${name}: takes no ${type} any more`);
      else this.#shape(`${name} request`, shape, other, "request");
    }
    if (before.body === undefined && after.body !== undefined) this.found.add(`${name}: needs a body now`);
    for (const [answer, shape] of Object.entries(before.answers)) {
      const other = after.answers[answer];
      if (other === undefined) this.found.add(`${name}: does not answer ${answer} any more`);
      else this.#shape(`${name} ${answer.slice(0, 3)}`, shape, other, "response");
    }
  }

  #shape(at: string, before: Shape, after: Shape, direction: Direction): void {
    if (typeof before === "string" && before === after) {
      this.#component(before, direction);
      return;
    }
    const [olds, news] = [alternativesOf(before), alternativesOf(after)];
    for (const old of olds) {
      if (typeof old === "string") this.#word(at, old, news, direction);
      else this.#variant(at, old, news, direction);
    }
    if (direction === "response") this.#additions(at, olds, news);
  }

  /** Compares a component with the one of its name, once for each direction. */
  #component(names: string, direction: Direction): void {
    for (const name of names.split("|")) {
      const [before, after] = [this.#released.schemas[name], this.#present.schemas[name]];
      if (before === undefined || after === undefined || this.#seen.has(`${direction} ${name}`)) continue;
      this.#seen.add(`${direction} ${name}`);
      this.#shape(name, before, after, direction);
    }
  }

  #word(at: string, word: string, news: readonly Shape[], direction: Direction): void {
    if (news.includes(word)) {
      this.#component(word, direction);
      return;
    }
    if (news.includes("any")) return;
    if (word.startsWith("'") && news.includes("string")) return;
    if (word === "integer" && news.includes("number") && direction === "request") return;
    if (word === "number" && news.includes("integer") && direction === "response") return;
    const before = this.#released.schemas[word];
    // A component under another name, or written in place, may be the same on the wire.
    if (before !== undefined) {
      this.#shape(at, before, { "|": [...news] }, direction);
      return;
    }
    const components = news.filter((one) => typeof one === "string" && this.#present.schemas[one] !== undefined);
    if (components.some((one) => alternativesOf(this.#present.schemas[String(one)] ?? "").includes(word))) return;
    this.found.add(`${at}: ${word} is gone`);
  }

  /** A list or an object has to have one among the present alternatives that breaks nothing. */
  #variant(at: string, old: Shape, news: readonly Shape[], direction: Direction): void {
    const candidates = news
      .map((one) => (typeof one === "string" ? this.#present.schemas[one] : one))
      .flatMap((one) => (one === undefined ? [] : alternativesOf(one)))
      .filter((one) => typeof one === "object" && Array.isArray(one) === Array.isArray(old));
    if (news.includes("any")) return;
    const [only, ...others] = candidates;
    if (only === undefined) {
      this.found.add(`${at}: is no ${Array.isArray(old) ? "list" : "object"} any more`);
    } else if (others.length === 0) this.#same(at, old, only, direction);
    else if (!candidates.some((candidate) => this.#fits(old, candidate, direction))) {
      this.found.add(`${at}: an alternative is gone or changed: ${JSON.stringify(old).slice(0, 120)}`);
    }
  }

  #fits(old: Shape, candidate: Shape, direction: Direction): boolean {
    const trial = new Comparison(this.#released, this.#present);
    trial.#same("", old, candidate, direction);
    return trial.found.size === 0;
  }

  /** Compares two lists or two objects. */
  #same(at: string, before: Shape, after: Shape, direction: Direction): void {
    if (Array.isArray(before) && Array.isArray(after)) {
      this.#shape(`${at}[]`, before[0], after[0], direction);
      return;
    }
    const [olds, news] = [fieldsOf(before, this.#released.schemas), fieldsOf(after, this.#present.schemas)];
    for (const [name, old] of Object.entries(olds)) {
      const present = news[name] ?? news["*"];
      if (present === undefined) this.found.add(`${at}: ${name} is gone`);
      else {
        const isLooser =
          direction === "request" ? old.isOptional && !present.isOptional : !old.isOptional && present.isOptional;
        if (isLooser && name in news) {
          this.found.add(`${at}: ${name} is ${direction === "request" ? "required" : "optional"} now`);
        }
        this.#shape(`${at} ${name}`, old.shape, present.shape, direction);
      }
    }
    if (direction === "response") return;
    for (const [name, { isOptional }] of Object.entries(news)) {
      if (!(name in olds) && !isOptional && name !== "*") this.found.add(`${at}: ${name} is required now`);
    }
  }

  /** A response may have new fields and new values, and no new types: a client does not expect null or a number. */
  #additions(at: string, olds: readonly Shape[], news: readonly Shape[]): void {
    const isKnown = (word: string): boolean => olds.includes(word) || olds.includes("any") || word.startsWith("'");
    for (const word of news) {
      if (typeof word !== "string" || isKnown(word) || this.#present.schemas[word] !== undefined) continue;
      const isNarrower = word === "integer" && olds.includes("number");
      const isWider = word === "string" && olds.some((old) => typeof old === "string" && old.startsWith("'"));
      const isComponent = olds.some((old) => typeof old === "string" && this.#released.schemas[old] !== undefined);
      if (!isNarrower && !isWider && !(isComponent && word !== "null")) this.found.add(`${at}: may be ${word} now`);
    }
  }
}

function alternativesOf(shape: Shape): Shape[] {
  if (typeof shape === "string") return shape.split("|");
  return isUnion(shape) ? shape["|"].flatMap(alternativesOf) : [shape];
}

/** The fields of an object; of `{ "&": [...] }` those of all its parts. */
function fieldsOf(shape: Shape, schemas: Contract["schemas"]): Fields {
  if (typeof shape === "string") return fieldsOf(schemas[shape] ?? {}, schemas);
  if (Array.isArray(shape)) return {};
  const parts = shape["&"];
  if (Array.isArray(parts)) return Object.assign({}, ...parts.map((part) => fieldsOf(part, schemas)));
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [
      name.replace(/\?$/, ""),
      { shape: field as Shape, isOptional: name.endsWith("?") },
    ]),
  );
}
