/** Attributes that contain IDs of other elements. */
const REFERENCES = ["for", "aria-describedby", "aria-labelledby", "aria-controls"];
/** Elements that are named by their content. */
const NAMED_BY_CONTENT = "a[href],button,h1,h2,h3,label,legend,summary,option,title,dt";
/** Controls that are named by a label. */
const LABELLED = "input,select,textarea";
const UNLABELLED_TYPES = new Set(["hidden", "submit", "button"]);

/**
 * Finds faults of a page without a browser: a duplicate ID, a dangling reference, an element without a name, an image without an
 * alternative text, and a page without exactly one main heading. `themes.unit.test.ts` tests colours, and axe tests pages in three
 * languages in a browser.
 * @returns one line per fault
 */
export async function htmlFaults(html: string): Promise<string[]> {
  const faults: string[] = [];
  const ids: string[] = [];
  const references: string[] = [];
  const labels = new Set<string>();
  const controls: string[] = [];
  const headings: string[] = [];
  const open: { name: string; text: string; labelled: boolean }[] = [];
  let labelDepth = 0;
  const rewriter = new HTMLRewriter()
    .on("*", {
      element(element) {
        const id = element.getAttribute("id");
        if (id !== null) ids.push(id);
        for (const name of REFERENCES)
          references.push(...(element.getAttribute(name) ?? "").split(" ").filter(Boolean));
        if (element.tagName === "h1") headings.push("h1");
        const label = element.getAttribute("aria-label");
        if (label?.trim() === "") faults.push(`<${element.tagName}> has an empty aria-label`);
      },
    })
    .on("img", {
      element(element) {
        const alt = element.getAttribute("alt");
        if (alt === null) faults.push("<img> has no alt");
        for (const one of open) one.text += alt ?? "";
      },
    })
    .on("label", {
      element(element) {
        const target = element.getAttribute("for");
        if (target !== null) labels.add(target);
        labelDepth++;
        element.onEndTag(() => void labelDepth--);
      },
    })
    .on(LABELLED, {
      element(element) {
        if (UNLABELLED_TYPES.has(element.getAttribute("type") ?? "")) return;
        if (labelDepth > 0 || element.hasAttribute("aria-label")) return;
        controls.push(element.getAttribute("id") ?? `<${element.tagName}> without an id`);
      },
    })
    .on(NAMED_BY_CONTENT, {
      element(element) {
        const one = { name: element.tagName, text: "", labelled: element.hasAttribute("aria-label") };
        open.push(one);
        element.onEndTag(() => {
          open.splice(open.indexOf(one), 1);
          if (one.text.trim() === "" && !one.labelled) faults.push(`<${one.name}> has no name`);
        });
      },
    })
    .onDocument({
      text({ text }) {
        for (const one of open) one.text += text;
      },
    });
  await rewriter.transform(new Response(html)).text();
  const known = new Set(ids);
  faults.push(...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `the id ${id} is there twice`));
  faults.push(...references.filter((id) => !known.has(id)).map((id) => `nothing has the id ${id}`));
  faults.push(...controls.filter((id) => !labels.has(id)).map((id) => `${id} has no label`));
  if (headings.length !== 1) faults.push(`the page has ${headings.length} main headings`);
  if (!/<title>[^<]+<\/title>/.test(html)) faults.push("the page has no title");
  return faults;
}
