import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { encode } from "fast-png";
import { themeOf } from "../../src/kernel/brand.ts";
import { mix } from "../../src/kernel/colors.ts";
import { THEME_NAMES, type ThemeName } from "../../src/kernel/themes.ts";
import { sourceHash } from "./source-hash.ts";

/** What networks show a link's picture at: https://developers.facebook.com/docs/sharing/webmasters/images. Pixels. */
const WIDTH = 1_200;
const HEIGHT = 630;
/** What the pictures are made of. */
const SOURCES = ["src/kernel/{themes,brand,colors}.ts", "scripts/assets/build-cards.ts"];

/** An area of the picture. */
interface Shape {
  /** Left, top, right and bottom. Pixels. */
  bounds: [number, number, number, number];
  /** How far a point is outside its edge; negative inside. Pixels. */
  distance: (x: number, y: number) => number;
}

/** The envelope from back to front. */
const SHAPES = {
  shadow: box([334, 226, 866, 556], 22),
  back: box([330, 216, 870, 546], 20),
  edge: box([378, 92, 822, 520], 12),
  card: box([380, 90, 820, 520], 12),
  panel: box([402, 112, 798, 500], 6),
  title: box([470, 172, 730, 188], 8),
  text: box([500, 214, 700, 222], 4),
  more: box([530, 238, 670, 246], 4),
  left: triangle([330, 236], [600, 410], [330, 546]),
  right: triangle([870, 236], [870, 546], [600, 410]),
  flap: triangle([338, 546], [600, 372], [862, 546]),
  seal: circle([600, 452], 26),
  stamp: circle([600, 452], 14),
};

type Part = keyof typeof SHAPES;
const PARTS = Object.keys(SHAPES) as Part[];

/**
 * Draws the picture that a link preview has of an event without one of its own: an envelope in the colours of its theme,
 * with no words, so that it is the same in every language. Nothing is drawn that is there already.
 */
export async function buildCards(root: string, target: string): Promise<void> {
  const stampFile = join(root, ".wrangler/cards-build");
  const stamp = sourceHash(root, SOURCES);
  const isBuilt = existsSync(target) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp;
  if (isBuilt) return;
  await mkdir(target, { recursive: true });
  await Promise.all(THEME_NAMES.map((name) => writeFile(join(target, `${name}.png`), render(name))));
  writeFileSync(stampFile, stamp);
}

function render(name: ThemeName): Uint8Array {
  const theme = themeOf({ primaryColor: null, font: null, logoUrl: null, coverUrl: null, theme: name });
  const { page, card, line, accent, panel } = theme.light;
  const primary = theme.button.background;
  const side = mix(primary, "#000000", 0.12);
  const colors: Record<Part, string> = {
    ...{ shadow: mix(page, "#000000", 0.12), back: mix(primary, "#000000", 0.35), edge: mix(card, "#000000", 0.1) },
    ...{ card, panel, title: accent, text: line, more: line },
    ...{ left: side, right: side, flap: primary, seal: card, stamp: accent },
  };
  return encode({ width: WIDTH, height: HEIGHT, channels: 3, depth: 8, data: painted(page, colors) });
}

function painted(ground: string, colors: Record<Part, string>): Uint8Array {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  const [red, green, blue] = rgbOf(ground);
  for (let at = 0; at < data.length; at += 3) data.set([red, green, blue], at);
  for (const part of PARTS) fill(data, SHAPES[part], rgbOf(colors[part]));
  return data;
}

function fill(data: Uint8Array, { bounds, distance }: Shape, color: readonly number[]): void {
  const [left, top, right, bottom] = bounds;
  for (let y = top - 1; y <= bottom; y++) {
    for (let x = left - 1; x <= right; x++) {
      // An edge covers a part of the pixels that it crosses.
      const share = Math.min(1, Math.max(0, 0.5 - distance(x + 0.5, y + 0.5)));
      const at = (y * WIDTH + x) * 3;
      for (let channel = 0; share > 0 && channel < 3; channel++) {
        const before = data[at + channel] ?? 0;
        data[at + channel] = Math.round(before + ((color[channel] ?? 0) - before) * share);
      }
    }
  }
}

function rgbOf(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** A box with round corners. */
function box(bounds: Shape["bounds"], radius: number): Shape {
  const [left, top, right, bottom] = bounds;
  const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2];
  const [halfX, halfY] = [(right - left) / 2 - radius, (bottom - top) / 2 - radius];
  return {
    bounds,
    distance: (x, y) => {
      const [dx, dy] = [Math.abs(x - middleX) - halfX, Math.abs(y - middleY) - halfY];
      return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
    },
  };
}

function circle([middleX, middleY]: Point, radius: number): Shape {
  return {
    bounds: [middleX - radius, middleY - radius, middleX + radius, middleY + radius],
    distance: (x, y) => Math.hypot(x - middleX, y - middleY) - radius,
  };
}

type Point = [number, number];

/** Three corners, clockwise or not. */
function triangle(a: Point, b: Point, c: Point): Shape {
  const [xs, ys] = [
    [a[0], b[0], c[0]],
    [a[1], b[1], c[1]],
  ];
  const edges = [edgeOf(a, b, c), edgeOf(b, c, a), edgeOf(c, a, b)];
  return {
    bounds: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
    distance: (x, y) => Math.max(...edges.map((edge) => edge(x, y))),
  };
}

/** How far a point is beyond the line through two points, seen from a third. */
function edgeOf([ax, ay]: Point, [bx, by]: Point, [insideX, insideY]: Point): (x: number, y: number) => number {
  const length = Math.hypot(bx - ax, by - ay);
  const across = (x: number, y: number) => ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length;
  const side = across(insideX, insideY) > 0 ? -1 : 1;
  return (x, y) => side * across(x, y);
}
