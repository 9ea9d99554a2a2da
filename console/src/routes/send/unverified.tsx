import { useMutation } from "@tanstack/react-query";
import { api, meQuery, queryClient } from "../../api/client.ts";
import { textsOf } from "../../i18n/text.tsx";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/states.tsx";

const t = textsOf("send");

/** Explains that the host's email address is not verified, and resends the verification email. */
export function Unverified({ email }: { email: string }) {
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
