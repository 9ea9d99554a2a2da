import { useEffect, useRef, useState } from "react";

/** The widths of the screens that a document can be shown for, CSS pixels. */
const WIDTHS = { phone: 390, desktop: 1280 } as const;

/** Of the box around the document, as in ui.css. */
const BORDER = 1;

/** Until the document says how high it is. */
const FIRST_HEIGHT = 640;

/**
 * A document of the API as a phone or a desktop shows it: an invitation, a mail. It is as high as its content, and made
 * smaller where its width does not fit. `/app/frame` (src/pages/console/frame.ts) shows it: it runs no script of the
 * document and loads nothing from elsewhere.
 * @param html a whole document; null while there is none yet, then the last one stays
 * @param title what a screen reader calls it
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
      // By window: the frame's origin is nobody's.
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
      {/* A box of the size that the scaled document takes. */}
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

/** The width of an element as it changes; null before it is known. */
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
