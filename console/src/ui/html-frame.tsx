import { useEffect, useRef, useState } from "react";

/** Widths of the screens, in CSS pixels. */
const WIDTHS = { phone: 390, desktop: 1280 } as const;

/** The border of the box around the document, as in ui.css. */
const BORDER = 1;

/** Height until the document reports its own. */
const FIRST_HEIGHT = 640;

/**
 * A document of the API, such as an invitation or an email, as a phone or a desktop shows it. It has the height of its content
 * and is scaled down to fit. `/app/frame` (src/pages/console/frame.ts) shows it, without running its scripts or loading from
 * other origins.
 * @param html a complete document; null keeps the previous one
 * @param title names the document to screen readers
 */
export function HtmlFrame({
  title,
  html,
  width = "phone",
}: {
  title: string;
  html: string | null;
  width?: keyof typeof WIDTHS;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [height, setHeight] = useState(FIRST_HEIGHT);
  const [box, available] = useWidth();
  useEffect(() => {
    const receive = ({ source, data }: MessageEvent<{ ready?: unknown; height?: unknown }>) => {
      // Compares windows, because the iframe has an opaque origin.
      if (source !== frame.current?.contentWindow) return;
      if (data.ready === true) setReady(true);
      if (typeof data.height === "number") setHeight(Math.ceil(data.height));
    };
    window.addEventListener("message", receive);
    return () => window.removeEventListener("message", receive);
  }, []);
  useEffect(() => {
    if (isReady && html !== null) frame.current?.contentWindow?.postMessage({ html }, "*");
  }, [isReady, html]);
  const scale = Math.min(1, (available ?? WIDTHS[width]) / (WIDTHS[width] + 2 * BORDER));
  return (
    <div ref={box} className="html-frame" dir="ltr">
      {/* A box of the size of the scaled document. */}
      <div style={{ height: height * scale, width: WIDTHS[width] * scale }}>
        <iframe
          ref={frame}
          title={title}
          src="/app/frame"
          sandbox="allow-scripts"
          style={{ width: WIDTHS[width], height, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  );
}

/** Observes the width of an element, null before it is known. */
function useWidth(): [(element: HTMLElement | null) => (() => void) | undefined, number | null] {
  const [width, setWidth] = useState<number | null>(null);
  const [observe] = useState(() => (element: HTMLElement | null) => {
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? null));
    observer.observe(element);
    return () => observer.disconnect();
  });
  return [observe, width];
}
