import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { useText } from "../i18n/use-text.tsx";
import { Button } from "./button.tsx";
import { Refusal } from "./refusal.tsx";

/**
 * A dialog above the screen; Escape and a press outside close it.
 * @param isRequired it stays until something in it closes it
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

/** Asks before something that cannot be undone. It stays open, with the reason, when that is refused. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  isOpen,
  onClose,
  onConfirm,
  isDanger = true,
}: {
  title: ReactNode;
  children?: ReactNode;
  /** The words of the button: what it does, not "OK". */
  confirm: string;
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => Promise<unknown>;
  isDanger?: boolean;
}) {
  const t = useText("common");
  const action = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  const close = () => {
    if (action.isError) action.reset();
    onClose();
  };
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close}>
      {children}
      <Refusal error={action.error} />
      <div className="row">
        <Button look={isDanger ? "danger" : "primary"} isPending={action.isPending} onPress={() => action.mutate()}>
          {confirm}
        </Button>
        <Button look="quiet" onPress={close}>
          {t("cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
