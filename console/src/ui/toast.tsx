import { useEffect, useRef } from "react";
import { textsOf } from "../i18n/text.tsx";
import { createStore, useStore } from "../store.ts";
import { Button } from "./button.tsx";

const t = textsOf("common");

/** Time to reach the button of a toast, and to read a character of its text. Milliseconds. */
const SHOWN_MS = 8_000;
const READ_MS = 80;

interface Toast {
  id: number;
  text: string;
  action?: { label: string; run: () => void };
}

const toasts = createStore<Toast[]>([]);
let lastId = 0;

/** Shows a short notification, also to screen readers. @param action a button, such as "Undo" */
export function toast(text: string, action?: Toast["action"]): void {
  const id = ++lastId;
  toasts.set([...toasts.get(), { id, text, ...(action === undefined ? {} : { action }) }]);
}

function dismiss(id: number): void {
  toasts.set(toasts.get().filter((shown) => shown.id !== id));
}

export function Toasts() {
  const shown = useStore(toasts);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map((each) => (
        <ShownToast key={each.id} {...each} />
      ))}
    </div>
  );
}

/** Disappears by itself, but not while the pointer or the focus is on it (WCAG 2.2.1). */
function ShownToast({ id, text, action }: Toast) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timer = setInterval(
      () => {
        if (element.current?.matches(":hover, :focus-within") !== true) dismiss(id);
      },
      Math.max(SHOWN_MS, text.length * READ_MS),
    );
    return () => clearInterval(timer);
  }, [id, text]);
  return (
    <div ref={element} className="toast">
      <span>{text}</span>
      {action === undefined ? null : (
        <Button
          look="text"
          isSmall
          onPress={() => {
            action.run();
            dismiss(id);
          }}
        >
          {action.label}
        </Button>
      )}
      <Button look="text" isSmall aria-label={t("dismiss")} onPress={() => dismiss(id)}>
        ✕
      </Button>
    </div>
  );
}
