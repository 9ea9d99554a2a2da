import { MAX_STORED_BYTES } from "../bounds.ts";
import { ImageRefused } from "../refused.ts";
import { type PngFile, readPng } from "./file.ts";
import { RowGuard } from "./rows.ts";
import { writePng } from "./write.ts";

/**
 * What is given to the decompressor at once. It inflates all of a write before the first byte can be read, up to a
 * thousandfold, so that a larger write would be the bomb that reading slowly is to defuse.
 */
const WRITE_BYTES = 1_024;

/**
 * A PNG made anew of its decompressed rows and its palette, while they are decompressed: it stops at the first byte
 * that the header's size has no place for, and holds no more of the picture than its compressed form. The pixels stay
 * exactly as they are; everything but them is gone.
 * @throws ImageRefused
 */
export async function reencodePng(bytes: Uint8Array): Promise<Uint8Array> {
  const file = readPng(bytes);
  const compressor = new CompressionStream("deflate");
  const outcomes = await Promise.allSettled([collected(compressor.readable), recode(file, compressor.writable)]);
  // When one of the two fails, the other fails for its sake: what was refused is the reason.
  const failures = outcomes.flatMap((outcome): unknown[] => (outcome.status === "rejected" ? [outcome.reason] : []));
  if (failures.length > 0) throw failures.find((failure) => failure instanceof ImageRefused) ?? failures[0];
  const [data] = outcomes;
  return writePng(file, data.status === "fulfilled" ? data.value : new Uint8Array());
}

async function recode(file: PngFile, compressed: WritableStream<BufferSource>): Promise<void> {
  const writer = compressed.getWriter();
  try {
    const rows = new RowGuard(file.passes);
    for await (const raw of inflated(file.data)) {
      rows.check(raw);
      await writer.write(raw as Uint8Array<ArrayBuffer>);
    }
    rows.requireComplete();
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
}

async function* inflated(data: Uint8Array): AsyncGenerator<Uint8Array> {
  const inflater = new DecompressionStream("deflate");
  const writer = inflater.writable.getWriter();
  const reader: ReadableStreamDefaultReader<Uint8Array> = inflater.readable.getReader();
  const fed = feed(writer, data);
  fed.catch(() => undefined);
  try {
    for (;;) {
      const { value, done } = await read(reader);
      if (done) return;
      yield value;
    }
  } finally {
    await Promise.allSettled([reader.cancel(), writer.abort()]);
  }
}

async function feed(writer: WritableStreamDefaultWriter<BufferSource>, data: Uint8Array): Promise<void> {
  for (let at = 0; at < data.length; at += WRITE_BYTES) {
    await writer.write(data.slice(at, at + WRITE_BYTES));
  }
  await writer.close();
}

/** The only thing that can fail here is the data. */
async function read(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch {
    throw new ImageRefused("damaged");
  }
}

async function collected(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of stream) {
    length += part.length;
    if (length > MAX_STORED_BYTES) throw new ImageRefused("too_detailed");
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}
