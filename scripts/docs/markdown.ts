export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`.replaceAll("|  |", "| |");
  return [line(header), `|${header.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}

/**
 * Replaces the parts of a document between `<!-- generated: name -->` and `<!-- end -->`.
 * @throws Error if the markers are not those of the parts
 */
export function fillMarkers(document: string, parts: Readonly<Record<string, string>>): string {
  const filled: string[] = [];
  const result = document.replaceAll(/(<!-- generated: (\w+) -->\n)[\s\S]*?(?=<!-- end -->)/g, (_, marker, name) => {
    filled.push(name);
    return `${marker}\n${parts[name] ?? ""}\n\n`;
  });
  const [expected, found] = [Object.keys(parts).sort().join(", "), filled.sort().join(", ")];
  if (expected !== found) throw new Error(`The document has markers for ${found}, not for ${expected}`);
  return result;
}
