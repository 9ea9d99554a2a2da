import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useText } from "../i18n/use-text.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Refusal } from "../ui/refusal.tsx";

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
