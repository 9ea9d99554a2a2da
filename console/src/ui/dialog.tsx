import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";

/**
 * A dialog above the screen. Escape and a press outside close it.
 * @param isRequired only its own buttons close it
 */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  isWide = false,
  isRequired = false,
}: {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  isWide?: boolean;
  isRequired?: boolean;
}) {
  return (
    <ModalOverlay
      className="overlay"
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isDismissable={!isRequired}
      isKeyboardDismissDisabled={isRequired}
    >
      <Modal className={isWide ? "dialog wide" : "dialog"}>
        <AriaDialog className="stack">
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
