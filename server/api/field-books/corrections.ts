import type { FieldBookCorrection } from '#core/protocol';
import type { BookRecord } from '../../formats/instruments/model.ts';

/** Which fields each kind of record has. */
const FIELDS: Partial<Record<BookRecord['kind'], readonly (keyof FieldBookCorrection)[]>> = {
  observation: ['name', 'circle', 'zenith', 'slope', 'horizontal', 'vertical', 'targetHeight', 'code'],
  station: ['name', 'instrumentHeight', 'backsight', 'azimuth', 'circle', 'code'],
  point: ['name', 'code'],
};

/** The record with what a person has corrected; undefined for a field that it does not have. */
export function corrected(record: BookRecord, set: FieldBookCorrection): BookRecord | undefined {
  const allowed = FIELDS[record.kind] ?? [];
  const next: Record<string, unknown> = { ...record };
  for (const [key, value] of Object.entries(set)) {
    if (!allowed.includes(key as keyof FieldBookCorrection)) return undefined;
    const name = key === 'name' && record.kind === 'observation' ? 'target' : key;
    if (value === null || value === '') {
      if (key === 'name') return undefined;
      delete next[name];
    } else next[name] = (key === 'circle' || key === 'azimuth') && value === 360 ? 0 : value;
  }
  if (record.kind === 'observation' && set.zenith !== undefined && set.zenith !== null)
    next['face'] = set.zenith > 180 ? 2 : 1;
  return next as unknown as BookRecord;
}
