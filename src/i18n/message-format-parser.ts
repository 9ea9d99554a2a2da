import { parseMessage as parse } from "../../node_modules/messageformat/lib/data-model/parse.js";
import * as guards from "../../node_modules/messageformat/lib/data-model/type-guards.js";

/**
 * What `messageformat` is in the Worker's bundle (`[alias]` in wrangler.toml): its parser alone. Its main module makes a
 * table of all formatting functions, which a bundler has to keep: 2.4 KiB more, gzipped.
 */
export const parseMessage = parse;
export const { isCatchallKey, isExpression, isLiteral, isSelectMessage, isVariableRef } = guards;
