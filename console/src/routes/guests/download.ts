/** Time enough for the browser to take it over. Milliseconds. */
const TAKEN_MS = 60_000;

/** Saves a file that a request has brought. A plain link cannot: requests need the header of the session. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_MS);
}
