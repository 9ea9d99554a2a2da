import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** The demo's state between starts. No other file contains its password in plain text. */
export interface DemoState {
  email: string;
  password: string;
  /** True if both events were created, with all actions of guests. */
  complete: boolean;
}

export function readState(path: string): DemoState | null {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
}

export function writeState(path: string, state: DemoState): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
}
