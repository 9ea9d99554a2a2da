import { noticeEndedSession } from "../../api/session.ts";
import { useText } from "../../i18n/use-text.tsx";
import { useReason } from "../../ui/refusal.tsx";
import { toast } from "../../ui/toast.tsx";

/** Runs a download. A toast says why it was refused, and tries again: the menu that it was chosen from is closed by then. */
export function useDownload(): (take: () => Promise<void>) => void {
  const t = useText("common");
  const reasonOf = useReason();
  const run = (take: () => Promise<void>) =>
    void take().catch((error: unknown) => {
      noticeEndedSession(error);
      toast(reasonOf(error), { label: t("try-again"), run: () => run(take) });
    });
  return run;
}
