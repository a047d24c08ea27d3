import { closeSync, openSync, readSync, statSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { IfcSplitter, type IfcSplitterIO } from '@thatopen/fragments';
import { readStatements, scanStatements } from '../../../formats/step/step-statements.ts';
import { UnusableIfc } from '../../../formats/ifc/unusable-ifc.ts';

export interface SplitTask {
  do: 'split';
  file: string;
  folder: string;
  parts: number;
}

const CHUNK = 1024 ** 2;
/** Lines that are given at once. */
const QUEUE = 32;
/** What the splitter does between its two readings of the file, with the share of the time that is over then. */
const STAGES: Partial<Record<string, number>> = { relations: 0.6, resolve: 0.7 };
/** Which shares of the time its readings take: the second is that for writing. */
const READINGS = [
  [0, 0.5],
  [0.7, 1],
] as const;

/**
 * Splits an IFC file into files of about equal numbers of elements, each with what all need; numbers of lines stay.
 * Resolves to their paths. Throws UnusableIfc.
 */
export async function splitFile(
  { file, folder, parts }: SplitTask,
  progress: (part: number) => void,
): Promise<string[]> {
  const readings = READINGS.values();
  const splitter = new IfcSplitter(
    new FileIO(() => {
      const [from, to] = readings.next().value ?? [1, 1];
      return (part) => progress(from + part * (to - from));
    }),
  );
  splitter.onProgress.add(({ stage }: { stage: string }) => {
    const part = STAGES[stage];
    if (part !== undefined) progress(part);
  });
  const made = await splitter.split(file, parts, (group) => path.join(folder, `part-${group}.ifc`));
  if (made.size === 0) throw new UnusableIfc('no-products');
  return [...made.entries()].toSorted(([a], [b]) => a - b).map(([, { path: file }]) => file);
}

export interface ExtractTask {
  do: 'extract';
  file: string;
  /** Numbers of the lines of the elements. */
  lines: number[];
  /** Where the result is written. */
  to: string;
}

export interface Extracted {
  /** How many of the elements are in the result: what is no component of a building is left out. */
  elements: number;
}

/** Writes some elements of an IFC file to another, with everything that their lines refer to. Throws UnusableIfc. */
export async function extractElements({ file, lines, to }: ExtractTask): Promise<Extracted> {
  const splitter = new IfcSplitter(new FileIO());
  let skipped = 0;
  splitter.onExtractWarning.add(() => skipped++);
  const written = await splitter.extract(file, lines, to).catch((thrown: unknown) => {
    throw skipped === lines.length ? new UnusableIfc('nothing-to-extract') : thrown;
  });
  insertLines(to, placingLines(file, written));
  return { elements: lines.filter((line) => written.has(line)).length };
}

/** What says where a model stands: nothing refers to it, so that the splitter leaves it out. */
const PLACING =
  /^IFC(MAPCONVERSION|MAPCONVERSIONSCALED|RIGIDOPERATION|PROJECTEDCRS|GEOGRAPHICCRS|WELLKNOWNTEXT)$/;

/** The lines of a file that place its model, with what they refer to that is not among the `written`. */
function placingLines(file: string, written: ReadonlySet<number>): string[] {
  const found = new Map<number, string>();
  let wanted: ReadonlySet<number> | undefined;
  // A line may refer to one before it: the file is read again, until nothing is missing.
  for (;;) {
    const referred = new Set<number>();
    readStatements(file, {
      wanted: (type, line) => (wanted ? wanted.has(line) : PLACING.test(type)),
      each: ({ line, type, text }) => {
        if (written.has(line)) return;
        found.set(line, `#${line}=${type}(${text});`);
        for (const other of referencesIn(text)) referred.add(other);
      },
    });
    const missing = [...referred].filter((line) => !written.has(line) && !found.has(line));
    if (missing.length === 0) return [...found.values()];
    wanted = new Set(missing);
  }
}

/** Numbers of the lines that a statement refers to. */
const referencesIn = (text: string): number[] =>
  [...text.replaceAll(/'[^']*'/g, '').matchAll(/#(\d+)/g)].map(([, line]) => Number(line));

/** Inserts lines before the end of the data. */
function insertLines(file: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  const { size } = statSync(file);
  const handle = openSync(file, 'r+');
  try {
    const tail = Buffer.alloc(Math.min(4096, size));
    const from = size - tail.length;
    readSync(handle, tail, 0, tail.length, from);
    const at = tail.lastIndexOf('ENDSEC');
    // Without them it would stand nowhere.
    if (at < 0) throw new Error(`${file} has no ENDSEC at its end`);
    const text = `${lines.join('\n')}\n${tail.toString('latin1', at)}`;
    writeSync(handle, Buffer.from(text, 'latin1'), 0, undefined, from + at);
  } finally {
    closeSync(handle);
  }
}

/** Lines are statements: programs write several in a line, and one over many. */
class FileIO implements IfcSplitterIO {
  readonly #begin: () => (part: number) => void;

  /** `begin` is called for each reading; what it returns, with the part that is read. */
  constructor(begin: () => (part: number) => void = () => () => {}) {
    this.#begin = begin;
  }

  readableStream(file: string): Promise<ReadableStream<string>> {
    const progress = this.#begin();
    let lines: string[] = [];
    const pieces = scanStatements(file, (bytes, start, end) =>
      lines.push(
        bytes
          .toString('latin1', start, end + 1)
          .replaceAll(/[\r\n]+/g, ' ')
          .trim(),
      ),
    );
    let next = 0;
    const pull = (controller: ReadableStreamDefaultController<string>): void => {
      while (next === lines.length) {
        [lines, next] = [[], 0];
        const piece = pieces.next();
        if (piece.done) return controller.close();
        progress(piece.value);
      }
      // A stream takes each from the front of its queue: of a long one that is slow.
      for (const end = Math.min(next + QUEUE, lines.length); next < end; next++)
        controller.enqueue(lines[next]!);
    };
    return Promise.resolve(new ReadableStream<string>({ pull, cancel: () => void pieces.return() }));
  }

  writableStream(file: string): Promise<WritableStream<string>> {
    const handle = openSync(file, 'w');
    let text = '';
    const flush = (): void => {
      writeFileSync(handle, text, 'latin1');
      text = '';
    };
    // The splitter waits for each line: what is written at once, in a process of its own, costs it nothing.
    return Promise.resolve(
      new WritableStream<string>({
        write: (line) => {
          text += line;
          if (text.length >= CHUNK) flush();
        },
        close: () => {
          flush();
          closeSync(handle);
        },
        abort: () => closeSync(handle),
      }),
    );
  }
}
