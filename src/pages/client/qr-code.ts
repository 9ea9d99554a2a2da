import encodeQR from "qr";

const SVG = "http://www.w3.org/2000/svg";

/** A QR code, drawn element by element: the page's policy allows no markup from a text. @param label for screen readers */
export function drawCode(text: string, label: string): SVGElement {
  const rows = encodeQR(text, "raw", { border: 2, ecc: "low" });
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", `0 0 ${rows.length} ${rows.length}`);
  drawing.setAttribute("class", "qr");
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", label);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", dark.join(""));
  drawing.append(path);
  return drawing;
}
