import { useMutation } from "@tanstack/react-query";
import { textsOf } from "../../i18n/text.tsx";
import { reasonOf } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";

const t = textsOf("common");

/** Time for the browser to start saving a file, in milliseconds. */
const SAVE_MS = 60_000;

/** Saves a file that a request returned. A plain link cannot, because requests need the header of the session. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), SAVE_MS);
}

interface Download {
  /** Requests the file. */
  take: () => Promise<{ data: Blob }>;
  name: string;
}

/** Returns a function that downloads a file. A toast shows a failure and offers a retry, because the menu has closed by then. */
export function useDownload(): (file: Download) => void {
  const { mutate } = useMutation({
    mutationFn: async ({ take, name }: Download) => download((await take()).data, name),
    onError: (error, file) => toast(reasonOf(error), { label: t("try-again"), run: () => mutate(file) }),
  });
  return mutate;
}
