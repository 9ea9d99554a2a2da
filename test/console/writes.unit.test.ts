import { describe, expect, it } from "vitest";
import { EVERY_SCREEN } from "./screens.ts";
import { notByKeyboard, OUT_OF_REACH, PRESSED_ON, writesInCode } from "./writes.ts";

describe("keyboard coverage of the console's writes", () => {
  it("includes every write, in a screen visit or in a separate test", () => {
    const writes = writesInCode();
    const pressed = new Set(Object.values(PRESSED_ON).flat());
    expect(Object.keys(PRESSED_ON).filter((screen) => !EVERY_SCREEN.includes(screen))).toEqual([]);
    expect(writes.filter((write) => !pressed.has(write) && !(write in OUT_OF_REACH))).toEqual([]);
    expect([...pressed, ...Object.keys(OUT_OF_REACH)].filter((write) => !writes.includes(write))).toEqual([]);
    expect(notByKeyboard()).toEqual([]);
  });
});
