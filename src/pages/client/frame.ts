/**
 * The script of `/app/frame` (src/pages/console/frame.ts). The console posts `{ html }`. The iframe shows that document
 * and posts its height. Each side checks the other's window and origin.
 */

/** Page styles for an iframe that is as high as its content. */
const WITHOUT_MINIMUM = "html,body,main{min-height:0!important}body{margin:0}";

const resized = new ResizeObserver(tellHeight);

function tellHeight(): void {
  post({ height: document.documentElement.getBoundingClientRect().height });
}

function post(message: { ready: true } | { height: number }): void {
  // `location.origin` is the origin of the URL. The page's own origin is opaque.
  parent.postMessage(message, location.origin);
}

/** Scripts of a parsed document do not run. */
function show(html: string): void {
  const shown = new DOMParser().parseFromString(html, "text/html");
  // Beside the console's own, a screen reader lists it by its name.
  shown.querySelector("main")?.setAttribute("aria-label", shown.title);
  // This page has an opaque origin, so the service treats it as another site.
  for (const image of shown.querySelectorAll("img")) {
    const path = image.getAttribute("src") ?? "";
    if (path.startsWith("/uploads/")) image.setAttribute("src", `${path}?embed`);
  }
  const style = shown.createElement("style");
  style.textContent = WITHOUT_MINIMUM;
  shown.head.append(style);
  document.documentElement.replaceWith(document.adoptNode(shown.documentElement));
  resized.disconnect();
  resized.observe(document.documentElement);
  // Browsers do not report sizes in an iframe that is scrolled out of view.
  tellHeight();
}

window.addEventListener("message", ({ source, origin, data }: MessageEvent<{ html?: unknown }>) => {
  if (source === parent && origin === location.origin && typeof data.html === "string") show(data.html);
});
// Links and buttons of a preview do nothing. Elements that open in place, such as `details`, work.
window.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("a,button") !== null) event.preventDefault();
});
window.addEventListener("submit", (event) => event.preventDefault());

post({ ready: true });
