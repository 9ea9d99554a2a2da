/** An element that the page's own HTML holds. @throws Error when page and script are not of one deployment */
export function element<E extends HTMLElement>(id: string, kind: abstract new () => E): E {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`the page has no #${id}`);
}

interface Parts {
  class?: string;
  text?: string;
  onClick?: () => void;
}

/** Makes an element. What people typed goes in as text, so nothing of it can become markup. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { class: name, text, onClick }: Parts = {},
  ...children: Node[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (name !== undefined) made.className = name;
  if (text !== undefined) made.textContent = text;
  if (onClick !== undefined) made.addEventListener("click", onClick);
  if (made instanceof HTMLButtonElement) made.type = "button";
  made.append(...children);
  return made;
}
