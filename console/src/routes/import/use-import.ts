import { useMutation } from "@tanstack/react-query";
import { isUsherError } from "@usher/client";
import { useMemo, useRef, useState } from "react";
import { type CountryCode, readPhoneCountry } from "../guests/phone.ts";
import {
  type CheckedRow,
  type Column,
  checkedRows,
  columnsOf,
  groupOf,
  type ImportField,
  namesGuests,
  rowsToSend,
} from "./plan.ts";
import { csvOf, decode, headerFor, readSheet, type Sheet, withCell, withoutHeader } from "./sheet.ts";
import { type ImportChoices, preview } from "./upload.ts";

/** As the API has it. Bytes. */
export const MAX_BYTES = 5 * 1024 * 1024;
/** Rows and columns of a sheet whose columns can be chosen by hand; the API takes no more. */
const MAX_ROWS = 5_000;
const MAX_COLUMNS = 500;
/** A cell that is being mended is looked at again when the typing pauses. Milliseconds. */
const TYPING_MS = 500;

/** Everything that a look at the list depends on. */
interface State {
  /** Of the file, or null for a pasted list. */
  name: string | null;
  charset: string;
  sheet: Sheet;
  detected: readonly ImportField[];
  chosen: ReadonlyMap<number, ImportField>;
  choices: ImportChoices;
  /** Of phone numbers without a country code. */
  country: CountryCode;
}

/** A list on its way to the event: read, looked at by the API, mended, and looked at again after each change. */
export interface Import {
  /** Null until a list was chosen. */
  sheet: Sheet | null;
  name: string | null;
  charset: string;
  columns: Column[];
  choices: ImportChoices;
  country: CountryCode;
  /** Null until the API has looked at the list with these columns. */
  rows: CheckedRow[] | null;
  /** Numbers of the rows that were invalid at any time: they stay in sight when they are mended. */
  mending: ReadonlySet<number>;
  /** Why the list cannot be read: too large (its bytes), or what the API says. */
  refusal: { bytes: number } | { error: unknown } | null;
  isChecking: boolean;
  open(file: Blob, name: string | null): void;
  choose(column: number, field: ImportField): void;
  edit(row: number, column: number, text: string): void;
  setChoices(choices: ImportChoices): void;
  setCountry(country: CountryCode): void;
  treatHeaderAsGuest(): void;
  checkAgain(): void;
  /** The header row under which rows are to be sent. */
  header(): string[];
  clear(): void;
}

const CHOICES: ImportChoices = { dropPhones: false, isStrict: false };

export function useImport(eventId: string): Import {
  const [state, setState] = useState<State | null>(null);
  const [rows, setRows] = useState<CheckedRow[] | null>(null);
  const [mending, setMending] = useState<ReadonlySet<number>>(new Set());
  const [tooLarge, setTooLarge] = useState<number | null>(null);
  const current = useRef<AbortController | null>(null);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);

  const show = (checked: CheckedRow[]) => {
    setRows(checked);
    const invalid = checked.filter((row) => groupOf(row) === "mend").map(({ row }) => row);
    setMending((before) => new Set([...before, ...invalid]));
  };
  /** A new look takes the place of one that is on its way. */
  const startLook = () => {
    clearTimeout(typing.current);
    current.current?.abort();
    current.current = new AbortController();
    return current.current.signal;
  };

  /** Has the API look at the rows as they would be imported. */
  const look = async ({ sheet, detected, chosen, choices, country }: State, signal: AbortSignal) => {
    const sent = await rowsToSend(sheet.rows, columnsOf(sheet, detected, chosen), country);
    const file = new Blob([csvOf(headerFor(sheet.header, chosen), sent)]);
    const { rows: checked } = await preview(eventId, file, "utf-8", choices, signal);
    return checkedRows(sheet.rows, sent, checked, (_, index) => index + 2);
  };

  const read = useMutation({
    mutationFn: async ({ file, name }: { file: Blob; name: string | null }) => {
      const signal = startLook();
      const { text, charset } = decode(new Uint8Array(await file.arrayBuffer()));
      const started = { name, charset, chosen: new Map(), choices: CHOICES, country: readPhoneCountry() };
      try {
        // As it is, so that the API says what is wrong with a file that is no list.
        const { columns, rows: checked } = await preview(eventId, file, charset, CHOICES, signal);
        const sheet = await readSheet(text, columns.length);
        const next = { ...started, sheet, detected: columns.map(({ field }) => field) };
        const sent = await rowsToSend(sheet.rows, columns, next.country);
        if (csvOf([], sent) !== csvOf([], sheet.rows)) return { next, checked: await look(next, signal) };
        return { next, checked: checkedRows(sheet.rows, sheet.rows, checked, ({ row }) => row) };
      } catch (error) {
        const sheet = await readSheet(text);
        const mayChoose =
          sheet.rows.length <= MAX_ROWS && sheet.header.length <= MAX_COLUMNS && sheet.header.length > 0;
        if (!isUsherError(error, "unknown_header") || !mayChoose) throw error;
        // Nobody knows these headers: the host says what the columns are.
        return { next: { ...started, sheet, detected: sheet.header.map(() => null) }, checked: null };
      }
    },
    onSuccess: ({ next, checked }) => {
      setState(next);
      setMending(new Set());
      if (checked === null) setRows(null);
      else show(checked);
    },
  });
  const check = useMutation({
    mutationFn: async (next: State) => {
      const signal = startLook();
      try {
        return await look(next, signal);
      } catch (error) {
        if (signal.aborted) return null;
        throw error;
      }
    },
    onSuccess: (checked) => {
      if (checked !== null) show(checked);
    },
  });

  const change = (next: State, isTyped = false) => {
    setState(next);
    if (!namesGuests(columnsOf(next.sheet, next.detected, next.chosen))) return setRows(null);
    clearTimeout(typing.current);
    if (isTyped) typing.current = setTimeout(() => check.mutate(next), TYPING_MS);
    else check.mutate(next);
  };
  const error = read.error ?? check.error;
  const typed = useMemo(() => new Map(state?.sheet.rows.map(({ row, cells }) => [row, cells])), [state?.sheet]);
  // A cell that is being typed in is ahead of what the API has looked at.
  const shown = useMemo(
    () => rows?.map((row) => ({ ...row, cells: typed.get(row.row) ?? row.cells })) ?? null,
    [rows, typed],
  );
  return {
    sheet: state?.sheet ?? null,
    name: state?.name ?? null,
    charset: state?.charset ?? "utf-8",
    columns: state === null ? [] : columnsOf(state.sheet, state.detected, state.chosen),
    choices: state?.choices ?? CHOICES,
    country: state?.country ?? readPhoneCountry(),
    rows: shown,
    mending,
    refusal: tooLarge !== null ? { bytes: tooLarge } : error === null ? null : { error },
    isChecking: read.isPending || check.isPending,
    open(file, name) {
      check.reset();
      setTooLarge(file.size > MAX_BYTES ? file.size : null);
      if (file.size <= MAX_BYTES) read.mutate({ file, name });
      else read.reset();
    },
    choose(column, field) {
      if (state !== null) change({ ...state, chosen: new Map([...state.chosen, [column, field]]) });
    },
    edit(row, column, text) {
      if (state !== null) change({ ...state, sheet: withCell(state.sheet, row, column, text) }, true);
    },
    setChoices(choices) {
      if (state !== null) change({ ...state, choices });
    },
    setCountry(country) {
      if (state !== null) change({ ...state, country });
    },
    treatHeaderAsGuest() {
      if (state !== null) change({ ...state, sheet: withoutHeader(state.sheet) });
    },
    checkAgain() {
      if (state !== null) check.mutate(state);
    },
    header: () => (state === null ? [] : headerFor(state.sheet.header, state.chosen)),
    clear() {
      current.current?.abort();
      clearTimeout(typing.current);
      read.reset();
      check.reset();
      setState(null);
      setRows(null);
      setTooLarge(null);
    },
  };
}
