import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import { queryClient } from "../../../api/queries.ts";
import { setSession } from "../../../api/session.ts";
import { withStepUp } from "../../../api/step-up.ts";
import { useText } from "../../../i18n/use-text.tsx";
import { ConfirmDialog } from "../../../layout/confirm-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
import { toast } from "../../../ui/toast.tsx";
import { forgetDrafts } from "../../../ui/use-draft.ts";
import { download } from "../../guests/download.ts";
import { AccountScreen } from "../frame.tsx";

/** What do you hold about me, and how do I take it away? */
export function Screen() {
  const t = useText("account");
  return (
    <AccountScreen title={t("data-title")} lead={t("data-lead")}>
      <Export />
      <Deletion />
    </AccountScreen>
  );
}

function Export() {
  const t = useText("account");
  const take = useMutation({
    mutationFn: async () => (await withStepUp(() => api.GET("/me/data-export", { parseAs: "blob" }))).data,
    onSuccess: (file) => {
      download(file, "usher-data.json");
      toast(t("exported"));
    },
  });
  return (
    <section className="card stack" aria-labelledby="export">
      <h2 id="export">{t("export")}</h2>
      <p>{t("export-lead")}</p>
      <Refusal error={take.error} />
      <div>
        <Button isPending={take.isPending} onPress={() => take.mutate()}>
          {t("export-do")}
        </Button>
      </div>
    </section>
  );
}

function Deletion() {
  const t = useText("account");
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const remove = async () => {
    await withStepUp(() => api.DELETE("/me"));
    setSession("signed-out");
    queryClient.clear();
    forgetDrafts();
    toast(t("account-deleted"));
    await navigate({ to: "/sign-in" });
  };
  return (
    <section className="card stack" aria-labelledby="deletion">
      <h2 id="deletion">{t("delete-account")}</h2>
      <p>{t("delete-account-lead")}</p>
      <ul className="stack tight">
        <li>{t("delete-events")}</li>
        <li>{t("delete-shared")}</li>
        <li>{t("delete-plan")}</li>
      </ul>
      <div>
        <Button look="danger" onPress={() => setAsking(true)}>
          {t("delete-account-do")}
        </Button>
      </div>
      <ConfirmDialog
        title={t("delete-account-title")}
        confirm={t("delete-account-confirm")}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={remove}
      >
        <p>{t("delete-account-warning")}</p>
      </ConfirmDialog>
    </section>
  );
}
