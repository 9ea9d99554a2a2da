import { useSyncExternalStore } from "react";
import { useText } from "../i18n/use-text.tsx";
import { Button } from "./button.tsx";

/** Long enough to read and to reach the button. Milliseconds. */
const SHOWN_MS = 8_000;

interface Toast {
  id: number;
  text: string;
  action?: { label: string; run: () => void };
}

let toasts: Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Says for a moment that something was done, for screen readers too. @param action something that can be undone */
export function toast(text: string, action?: Toast["action"]): void {
  const id = ++lastId;
  change([...toasts, { id, text, ...(action === undefined ? {} : { action }) }]);
  setTimeout(() => dismiss(id), SHOWN_MS);
}

function dismiss(id: number): void {
  change(toasts.filter((shown) => shown.id !== id));
}

export function Toasts() {
  const t = useText("common");
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, action }) => (
        <div key={id} className="toast">
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
      ))}
    </div>
  );
}
