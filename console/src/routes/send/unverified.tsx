import { useMutation } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { meQuery, queryClient } from "../../api/queries.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/refusal.tsx";

/** What a host whose own address is not confirmed can do: have the mail again, or share links. */
export function Unverified({ email }: { email: string }) {
  const t = useText("send");
  const resend = useMutation({ mutationFn: () => api.POST("/auth/verify-email/resend", { body: { email } }) });
  return (
    <div className="notice warn stack tight">
      <p className="break">{t("unverified", { email })}</p>
      <Refusal error={resend.error} />
      <div className="row">
        <Button
          look="quiet"
          isSmall
          isPending={resend.isPending}
          isDisabled={resend.isSuccess}
          onPress={() => resend.mutate()}
        >
          {t(resend.isSuccess ? "unverified-resent" : "unverified-resend")}
        </Button>
        <Button look="quiet" isSmall onPress={() => void queryClient.invalidateQueries(meQuery)}>
          {t("unverified-done")}
        </Button>
      </div>
    </div>
  );
}
