import { type FormEvent, useState } from "react";
import { api } from "../../api/client.ts";
import { number } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { download } from "../guests/download.ts";
import { useDownload } from "../guests/use-download.ts";
import { type Import, MAX_BYTES } from "./use-import.ts";

const TYPES = [".csv", ".tsv", ".txt", "text/csv", "text/tab-separated-values"];
const MEBIBYTE = 1024 * 1024;

/** Takes a list: dropped, chosen or pasted. */
export function Choose({ eventId, list }: { eventId: string; list: Import }) {
  const t = useText("import");
  const [isPasting, setPasting] = useState(false);
  const { refusal } = list;
  const startDownload = useDownload();
  const saveTemplate = async () => {
    const { data } = await api.GET("/events/{eventId}/guests/template", {
      params: { path: { eventId } },
      parseAs: "blob",
    });
    download(data, t("template-name"));
  };
  return (
    <div className="stack">
      {refusal === null ? null : "bytes" in refusal ? (
        <div className="notice bad" role="alert">
          <p>
            {t("too-large", { size: number(Math.ceil(refusal.bytes / MEBIBYTE)), most: number(MAX_BYTES / MEBIBYTE) })}
          </p>
        </div>
      ) : (
        <Refusal error={refusal.error}>
          <p>{t("refused-help")}</p>
        </Refusal>
      )}
      {list.isChecking ? (
        <div className="card stack" role="status">
          <p>{t("reading")}</p>
          <Skeleton lines={4} label={t("reading")} />
        </div>
      ) : (
        <FileDrop types={TYPES} choose={t("choose-file")} onFile={(file) => list.open(file, file.name)}>
          <h2 className="display">{t("drop-title")}</h2>
          <p className="muted">{t("drop-lead")}</p>
        </FileDrop>
      )}
      <div className="row">
        <Button look="text" aria-expanded={isPasting} onPress={() => setPasting(!isPasting)}>
          {t("paste")}
        </Button>
        <Button look="text" onPress={() => startDownload(saveTemplate)}>
          {t("template")}
        </Button>
      </div>
      {isPasting ? <Paste isPending={list.isChecking} onPaste={(text) => list.open(new Blob([text]), null)} /> : null}
    </div>
  );
}

function Paste({ isPending, onPaste }: { isPending: boolean; onPaste: (text: string) => void }) {
  const t = useText("import");
  const [text, setText] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "") onPaste(text);
  };
  return (
    <form className="card stack" onSubmit={submit}>
      <TextField label={t("paste-label")} help={t("paste-help")} value={text} onChange={setText} rows={8} autoFocus />
      <div>
        <Button type="submit" look="quiet" isPending={isPending}>
          {t("paste-read")}
        </Button>
      </div>
    </form>
  );
}
