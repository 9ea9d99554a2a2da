import { useMutation } from "@tanstack/react-query";
import { useText } from "../../i18n/use-text.tsx";
import { useReason } from "../../ui/refusal.tsx";
import { toast } from "../../ui/toast.tsx";

/** Runs a download. A toast says why it was refused, and tries again: the menu that it was chosen from is closed by then. */
export function useDownload(): (take: () => Promise<void>) => void {
  const t = useText("common");
  const reasonOf = useReason();
  const { mutate } = useMutation({
    mutationFn: (take: () => Promise<void>) => take(),
    onError: (error, take) => toast(reasonOf(error), { label: t("try-again"), run: () => mutate(take) }),
  });
  return mutate;
}
