/** An element of the page by its id. @throws Error when there is none of that kind */
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

/** Creates an element. `text` is set as text content, so that no input becomes markup. */
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
