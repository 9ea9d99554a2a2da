import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api, queryClient } from "../../../api/client.ts";
import { setSession, withStepUp } from "../../../api/session.ts";
import { textsOf } from "../../../i18n/text.tsx";
import { ConfirmButton } from "../../../layout/confirm-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { Section } from "../../../ui/page.tsx";
import { Refusal } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { forgetDrafts } from "../../../ui/use-draft.ts";
import { download } from "../../guests/download.ts";
import { AccountScreen } from "../frame.tsx";

const t = textsOf("account");

export function Screen() {
  return (
    <AccountScreen title={t("data-title")} lead={t("data-lead")}>
      <Export />
      <Deletion />
    </AccountScreen>
  );
}

function Export() {
  const take = useMutation({
    mutationFn: async () => (await withStepUp(() => api.GET("/me/data-export", { parseAs: "blob" }))).data,
    onSuccess: (file) => {
      download(file, "usher-data.json");
      toast(t("exported"));
    },
  });
  return (
    <Section id="export" title={t("export")}>
      <p>{t("export-lead")}</p>
      <Refusal error={take.error} />
      <Button isPending={take.isPending} onPress={() => take.mutate()}>
        {t("export-do")}
      </Button>
    </Section>
  );
}

function Deletion() {
  const navigate = useNavigate();
  const remove = async () => {
    await withStepUp(() => api.DELETE("/me"));
    setSession("signed-out");
    queryClient.clear();
    forgetDrafts();
    toast(t("account-deleted"));
    await navigate({ to: "/sign-in" });
  };
  return (
    <Section id="deletion" title={t("delete-account")}>
      <p>{t("delete-account-lead")}</p>
      <ul className="stack tight">
        <li>{t("delete-events")}</li>
        <li>{t("delete-shared")}</li>
        <li>{t("delete-plan")}</li>
      </ul>
      <ConfirmButton
        words={t("delete-account-do")}
        title={t("delete-account-title")}
        confirm={t("delete-account-confirm")}
        onConfirm={remove}
        lead={t("delete-account-warning")}
      />
    </Section>
  );
}
