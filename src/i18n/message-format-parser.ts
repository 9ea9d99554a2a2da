/**
 * What `messageformat` is in the Worker's bundle (`[alias]` in wrangler.toml): its parser alone. Its main module makes a
 * table of all formatting functions, which a bundler has to keep: 5 KiB more, gzipped.
 */
export { parseMessage } from "../../node_modules/messageformat/lib/data-model/parse.js";
export {
  isCatchallKey,
  isExpression,
  isLiteral,
  isSelectMessage,
  isVariableRef,
} from "../../node_modules/messageformat/lib/data-model/type-guards.js";
