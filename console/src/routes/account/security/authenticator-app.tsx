import { useMutation, useQuery } from "@tanstack/react-query";
import type { TotpSetup } from "@usher/client";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import { queryClient } from "../../../api/queries.ts";
import { withStepUp } from "../../../api/step-up.ts";
import { date } from "../../../i18n/formats.ts";
import { useText } from "../../../i18n/use-text.tsx";
import { ConfirmDialog } from "../../../layout/confirm-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { QrCode } from "../../../ui/qr-code.tsx";
import { lastError, Refusal } from "../../../ui/refusal.tsx";
import { Badge, Skeleton } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { totpQuery } from "./queries.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** The account's log, too. */
const refresh = () => queryClient.invalidateQueries({ queryKey: ["me"] });

/** The second step of signing in: whether there is one, its set-up, its recovery codes. */
export function AuthenticatorApp() {
  const t = useText("account");
  const totp = useQuery(totpQuery);
  const [setup, setSetup] = useState<TotpSetup | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const begin = useMutation({
    mutationFn: () => withStepUp(() => api.POST("/me/totp")),
    onSuccess: ({ data }) => setSetup(data),
  });
  const renew = useMutation({
    mutationFn: () => withStepUp(() => api.POST("/me/recovery-codes")),
    onSuccess: ({ data }) => {
      setCodes(data.recovery_codes);
      void refresh();
    },
  });
  const remove = async () => {
    await withStepUp(() => api.DELETE("/me/totp"));
    toast(t("app-removed"));
    await refresh();
  };
  return (
    <section className="card stack" aria-labelledby="app">
      <h2 id="app">{t("app")}</h2>
      <p className="muted">{t("app-lead")}</p>
      <Refusal error={totp.error} onRetry={() => void totp.refetch()} />
      {totp.isPending ? <Skeleton lines={1} label={t("loading")} /> : null}
      {totp.data === undefined ? null : (
        <>
          <p className="row">
            <Badge tone={totp.data.enabled ? "good" : undefined}>{t(totp.data.enabled ? "app-on" : "app-off")}</Badge>
            {totp.data.confirmed_at === null ? null : (
              <span className="small muted">
                {t("app-since", { since: date(totp.data.confirmed_at), count: totp.data.recovery_codes_left })}
              </span>
            )}
          </p>
          <Refusal error={lastError(begin, renew)} />
          <div className="row">
            {totp.data.enabled ? (
              <>
                <Button look="quiet" isPending={renew.isPending} onPress={() => renew.mutate()}>
                  {t("renew-codes")}
                </Button>
                <Button look="danger" onPress={() => setRemoving(true)}>
                  {t("app-remove")}
                </Button>
              </>
            ) : (
              <Button look="quiet" isPending={begin.isPending} onPress={() => begin.mutate()}>
                {t("app-set-up")}
              </Button>
            )}
          </div>
        </>
      )}
      {setup === null ? null : (
        <SetUp
          setup={setup}
          onClose={() => setSetup(null)}
          onDone={(recoveryCodes) => {
            setSetup(null);
            setCodes(recoveryCodes);
            void refresh();
          }}
        />
      )}
      {codes === null ? null : <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
      <ConfirmDialog
        title={t("app-remove-title")}
        confirm={t("app-remove")}
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        onConfirm={remove}
      >
        <p>{t("app-remove-lead")}</p>
      </ConfirmDialog>
    </section>
  );
}

/** Shows the secret as a QR code and as text, and takes the first code of the app. */
function SetUp({
  setup,
  onClose,
  onDone,
}: {
  setup: TotpSetup;
  onClose: () => void;
  onDone: (recoveryCodes: string[]) => void;
}) {
  const t = useText("account");
  const [code, setCode] = useState("");
  const confirm = useMutation({
    mutationFn: () => api.POST("/me/totp/confirm", { body: { code: code.replaceAll(/\s/g, "") } }),
    onSuccess: ({ data }) => onDone(data.recovery_codes),
  });
  const groups = setup.secret.match(/.{1,4}/g) ?? [];
  return (
    <Dialog title={t("app-set-up")} isOpen onClose={onClose}>
      <Form action={confirm} submit={t("app-turn-on")} onCancel={onClose} onSubmit={() => confirm.mutate()}>
        <p>{t("app-scan")}</p>
        <div style={{ display: "grid", placeItems: "center" }}>
          <QrCode text={setup.otpauth_url} label={t("app-qr")} />
        </div>
        <p className="small">
          <span className="muted">{t("app-by-hand")}</span>{" "}
          <code className="break" data-secret>
            {groups.join(" ")}
          </code>
        </p>
        <TextField
          label={t("app-code")}
          help={t("app-code-help")}
          value={code}
          onChange={setCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          isRequired
          autoFocus
        />
      </Form>
    </Dialog>
  );
}
