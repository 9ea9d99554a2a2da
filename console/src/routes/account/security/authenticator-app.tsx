import { useMutation, useQuery } from "@tanstack/react-query";
import type { TotpSetup } from "@usher/client";
import { useState } from "react";
import { api, apiQuery, refreshAccount } from "../../../api/client.ts";
import { withStepUp } from "../../../api/session.ts";
import { date, textsOf } from "../../../i18n/text.tsx";
import { ConfirmButton } from "../../../layout/confirm-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { Section } from "../../../ui/page.tsx";
import { QrCode } from "../../../ui/qr-code.tsx";
import { Badge, Loading, lastError, Refusal } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { download } from "../../guests/download.ts";

const t = textsOf("account");

export function AuthenticatorApp() {
  const totp = useQuery(totpQuery);
  const [setup, setSetup] = useState<TotpSetup | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const begin = useMutation({
    mutationFn: () => withStepUp(() => api.POST("/me/totp")),
    onSuccess: ({ data }) => setSetup(data),
  });
  const renew = useMutation({
    mutationFn: () => withStepUp(() => api.POST("/me/recovery-codes")),
    onSuccess: ({ data }) => {
      setCodes(data.recovery_codes);
      void refreshAccount();
    },
  });
  const remove = async () => {
    await withStepUp(() => api.DELETE("/me/totp"));
    toast(t("app-removed"));
    await refreshAccount();
  };
  return (
    <Section id="app" title={t("app")}>
      <p className="muted">{t("app-lead")}</p>
      <Loading query={totp} lines={1} label={t("loading")} />
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
                <ConfirmButton
                  title={t("app-remove-title")}
                  confirm={t("app-remove")}
                  onConfirm={remove}
                  lead={t("app-remove-lead")}
                />
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
            void refreshAccount();
          }}
        />
      )}
      {codes === null ? null : <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </Section>
  );
}

/** Shows the secret as a QR code and as text, and asks for the app's first code. */
function SetUp({
  setup,
  onClose,
  onDone,
}: {
  setup: TotpSetup;
  onClose: () => void;
  onDone: (recoveryCodes: string[]) => void;
}) {
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

/** The recovery codes, shown once. The dialog stays until the host confirms that they are stored. */
function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const save = () => download(new Blob([`${codes.join("\n")}\n`], { type: "text/plain" }), "usher-recovery-codes.txt");
  return (
    <Dialog title={t("codes-title")} isOpen isRequired onClose={onClose}>
      <p>{t("codes-lead")}</p>
      <ul className="plain-list stack tight" aria-label={t("codes-title")}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row">
        <Button onPress={onClose} autoFocus>
          {t("codes-kept")}
        </Button>
        <Button look="quiet" onPress={save}>
          {t("codes-download")}
        </Button>
      </div>
    </Dialog>
  );
}

const totpQuery = apiQuery(["me", "totp"], "/me/totp");
