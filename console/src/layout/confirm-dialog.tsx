import { useMutation } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useState } from "react";
import { textsOf } from "../i18n/text.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Refusal } from "../ui/states.tsx";

const t = textsOf("common");

interface Confirmation {
  title: ReactNode;
  lead?: ReactNode;
  children?: ReactNode;
  /** The text of the button: the action, not "OK". */
  confirm: string;
  onConfirm: () => Promise<unknown>;
  isDanger?: boolean;
  /** Nothing is chosen yet. */
  isDisabled?: boolean;
}

/** Asks before an action that cannot be undone. If the action fails, the dialog stays open and shows why. */
export function ConfirmDialog({
  title,
  lead,
  children,
  confirm,
  isOpen,
  onClose,
  onConfirm,
  isDanger = true,
  isDisabled = false,
}: Confirmation & { isOpen: boolean; onClose: () => void }) {
  const action = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  const close = () => {
    if (action.isError) action.reset();
    onClose();
  };
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close}>
      {lead === undefined ? null : <p>{lead}</p>}
      {children}
      <Refusal error={action.error} />
      <div className="row">
        <Button
          look={isDanger ? "danger" : "primary"}
          isDisabled={isDisabled}
          isPending={action.isPending}
          onPress={() => action.mutate()}
        >
          {confirm}
        </Button>
        <Button look="quiet" onPress={close}>
          {t("cancel")}
        </Button>
      </div>
    </Dialog>
  );
}

/** A button that opens a `ConfirmDialog`. @param words the text of the button; that of the dialog's button by default */
export function ConfirmButton({
  words,
  look = "danger",
  isSmall = false,
  isDisabled = false,
  "aria-label": label,
  ...dialog
}: Confirmation & { words?: string } & Pick<
    ComponentProps<typeof Button>,
    "look" | "isSmall" | "isDisabled" | "aria-label"
  >) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look={look}
        isSmall={isSmall}
        isDisabled={isDisabled}
        onPress={() => setOpen(true)}
        {...(label === undefined ? {} : { "aria-label": label })}
      >
        {words ?? dialog.confirm}
      </Button>
      <ConfirmDialog {...dialog} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
