import type { BookBuilder } from './book-builder.ts';
import { covarianceOf, type BaselineRecord, type Covariance } from './model.ts';

/** Entries of the covariance by the fields of G2 (variances) and G3 (covariances). */
const ENTRIES = ['VX', 'XY', 'XZ', 'VY', 'YZ', 'VZ'];
const FIELD = /^(BP|PN|DX|DY|DZ|VX|VY|VZ|XY|XZ|YX|YZ|ZX|ZY|AG|PA)\s*(.*)$/;

/** A vector from the antenna of the base to that of the rover: metres, whatever the unit of the job. */
export function readVector(
  book: BookBuilder,
  parts: readonly string[],
  { base, targetHeight }: { base: ReadonlyMap<string, number>; targetHeight: number | undefined },
): BaselineRecord | undefined {
  const fields = fieldsOf(parts);
  const [from, to] = [fields.get('BP'), fields.get('PN')];
  const vector = ['DX', 'DY', 'DZ'].map((name) => book.length(fields.get(name), name, 'm'));
  if (!from || !to || vector.some((value) => value === undefined)) {
    book.cut(`G1,${parts.join(',')}`);
    return undefined;
  }
  const fromHeight = base.get(from);
  const record: BaselineRecord = {
    kind: 'baseline',
    line: book.line,
    from,
    to,
    vector: vector as [number, number, number],
    ...(fromHeight !== undefined && { fromHeight }),
    ...(targetHeight !== undefined && { toHeight: targetHeight }),
  };
  if (fromHeight === undefined) book.once('base-height-unknown', { name: from }, from);
  book.add(record);
  return record;
}

/** What a record tells of the variances of the last vector; kept when all six are there. */
export function readVariances(
  book: BookBuilder,
  parts: readonly string[],
  vector: BaselineRecord | undefined,
): void {
  if (!vector) return book.cut(parts.join(','));
  const told = partial.get(vector) ?? new Map<string, number>();
  partial.set(vector, told);
  for (const [name, text] of fieldsOf(parts)) {
    const value = book.number(text, name);
    if (value !== undefined) told.set(name === 'ZX' ? 'XZ' : name === 'ZY' ? 'YZ' : name, value);
  }
  if (!ENTRIES.every((name) => told.has(name))) return;
  const covariance: Covariance | undefined = covarianceOf(ENTRIES.map((name) => told.get(name)));
  if (covariance) vector.covariance = covariance;
  else book.problem('covariance-impossible', { name: `${vector.from} – ${vector.to}` });
}
const partial = new WeakMap<BaselineRecord, Map<string, number>>();

/** Of the antenna of a base above its mark, metres: to the ground, and to its phase centre. */
export function baseHeight(book: BookBuilder, parts: readonly string[]): number | undefined {
  const fields = fieldsOf(parts);
  const ground = book.length(fields.get('AG'), 'AG', 'm');
  return ground === undefined ? undefined : ground + (book.length(fields.get('PA'), 'PA', 'm') ?? 0);
}

function fieldsOf(parts: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (const part of parts) {
    const match = FIELD.exec(part.trim());
    if (match) fields.set(match[1]!, match[2]!.trim());
  }
  return fields;
}
