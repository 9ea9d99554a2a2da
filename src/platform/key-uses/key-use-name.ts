/** Begins the names in KV of when an earlier key was used last: `key-use:<purpose>:<key id>`. */
export const KEY_USE_PREFIX = "key-use:";
