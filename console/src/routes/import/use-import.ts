import { useMutation } from "@tanstack/react-query";
import { isUsherError } from "@usher/client";
import { useMemo, useRef, useState } from "react";
import { type CountryCode, readPhoneCountry } from "../guests/phone.ts";
import { type CheckedRow, checkedRows, columnsOf, groupOf, type ImportField, namesGuests, rowsToSend } from "./plan.ts";
import { csvOf, decode, headerFor, readSheet, type Sheet, withCell, withoutHeader } from "./sheet.ts";
import { type ImportChoices, preview } from "./upload.ts";

/** The API's limit, in bytes. */
export const MAX_BYTES = 5 * 1024 * 1024;
/** The API's limits, for a sheet whose columns are chosen by hand. */
const MAX_ROWS = 5_000;
const MAX_COLUMNS = 500;
/** Delay between typing in a cell and the next check, in milliseconds. */
const TYPING_MS = 500;

interface State {
  charset: string;
  sheet: Sheet;
  detected: readonly ImportField[];
  chosen: ReadonlyMap<number, ImportField>;
  choices: ImportChoices;
  /** The country of phone numbers without a country code. */
  country: CountryCode;
}

const CHOICES: ImportChoices = { dropPhones: false, isStrict: false };

export type Import = ReturnType<typeof useImport>;

/** A list to import: read, checked by the API, and checked again after each change. */
export function useImport(eventId: string) {
  const [state, setState] = useState<State | null>(null);
  const [rows, setRows] = useState<CheckedRow[] | null>(null);
  const [everInvalid, setEverInvalid] = useState<ReadonlySet<number>>(new Set());
  const [tooLarge, setTooLarge] = useState<number | null>(null);
  const current = useRef<AbortController | null>(null);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);

  const show = (checked: CheckedRow[]) => {
    setRows(checked);
    const invalid = checked.filter((row) => groupOf(row) === "mend").map(({ row }) => row);
    setEverInvalid((before) => new Set([...before, ...invalid]));
  };
  /** Aborts a pending check before a new one. */
  const startCheck = () => {
    clearTimeout(typing.current);
    current.current?.abort();
    current.current = new AbortController();
    return current.current.signal;
  };

  /** Checks the rows in the form in which they would be imported. */
  const checkRows = async ({ sheet, detected, chosen, choices, country }: State, signal: AbortSignal) => {
    const sent = await rowsToSend(sheet.rows, columnsOf(sheet, detected, chosen), country);
    const file = new Blob([csvOf(headerFor(sheet.header, chosen), sent)]);
    const { rows: checked } = await preview(eventId, file, "utf-8", choices, signal);
    return checkedRows(sheet.rows, sent, checked, (_, index) => index + 2);
  };

  const read = useMutation({
    mutationFn: async (file: Blob) => {
      const signal = startCheck();
      const { text, charset } = decode(new Uint8Array(await file.arrayBuffer()));
      const started = { charset, chosen: new Map(), choices: CHOICES, country: readPhoneCountry() };
      try {
        // Sends the original bytes, so that the API can explain what is wrong with the file.
        const { columns, rows: checked } = await preview(eventId, file, charset, CHOICES, signal);
        const sheet = await readSheet(text, columns.length);
        const next = { ...started, sheet, detected: columns.map(({ field }) => field) };
        const sent = await rowsToSend(sheet.rows, columns, next.country);
        if (csvOf([], sent) !== csvOf([], sheet.rows)) return { next, checked: await checkRows(next, signal) };
        return { next, checked: checkedRows(sheet.rows, sheet.rows, checked, ({ row }) => row) };
      } catch (error) {
        const sheet = await readSheet(text);
        const mayChoose =
          sheet.rows.length <= MAX_ROWS && sheet.header.length <= MAX_COLUMNS && sheet.header.length > 0;
        if (!isUsherError(error, "unknown_header") || !mayChoose) throw error;
        // The API knows none of these headers, so the host chooses the columns.
        return { next: { ...started, sheet, detected: sheet.header.map(() => null) }, checked: null };
      }
    },
    onSuccess: ({ next, checked }) => {
      setState(next);
      setEverInvalid(new Set());
      if (checked === null) setRows(null);
      else show(checked);
    },
  });
  const check = useMutation({
    mutationFn: async (next: State) => {
      const signal = startCheck();
      try {
        return await checkRows(next, signal);
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
  // A cell may have newer text than the checked one.
  const shown = useMemo(
    () => rows?.map((row) => ({ ...row, cells: typed.get(row.row) ?? row.cells })) ?? null,
    [rows, typed],
  );
  return {
    /** Null until a list is chosen. */
    sheet: state?.sheet ?? null,
    charset: state?.charset ?? "utf-8",
    columns: state === null ? [] : columnsOf(state.sheet, state.detected, state.chosen),
    choices: state?.choices ?? CHOICES,
    country: state?.country ?? readPhoneCountry(),
    /** Null until the API has checked the list with these columns. */
    rows: shown,
    /** Numbers of rows that were ever invalid. They stay visible when they are fixed. */
    everInvalid,
    /** Why the list cannot be read: its size in bytes if it is too large, or the error of the API. */
    refusal: tooLarge !== null ? { bytes: tooLarge } : error === null ? null : { error },
    isChecking: read.isPending || check.isPending,
    open(file: Blob) {
      check.reset();
      setTooLarge(file.size > MAX_BYTES ? file.size : null);
      if (file.size <= MAX_BYTES) read.mutate(file);
      else read.reset();
    },
    choose(column: number, field: ImportField) {
      if (state !== null) change({ ...state, chosen: new Map([...state.chosen, [column, field]]) });
    },
    edit(row: number, column: number, text: string) {
      if (state !== null) change({ ...state, sheet: withCell(state.sheet, row, column, text) }, true);
    },
    setChoices(choices: ImportChoices) {
      if (state !== null) change({ ...state, choices });
    },
    setCountry(country: CountryCode) {
      if (state !== null) change({ ...state, country });
    },
    treatHeaderAsGuest() {
      if (state !== null) change({ ...state, sheet: withoutHeader(state.sheet) });
    },
    checkAgain() {
      if (state !== null) check.mutate(state);
    },
    /** The header row to send. */
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
