import type { FieldBookSettings } from '#core/protocol';
import type { Coordinates } from '../../../formats/instruments/model.ts';
import { setUpsOf } from '../compute/setups.ts';
import type { Numbered } from '../compute/types.ts';
import type { Surveyed } from './make-lines.ts';

/** What the lines are made of: coded points that have a place, and notes, in the order of the survey. */
export function surveyedOf(
  records: readonly Numbered[],
  places: ReadonlyMap<string, Coordinates>,
  settings: Pick<FieldBookSettings, 'refraction'>,
): Surveyed[] {
  const { setUps } = setUpsOf(records, settings);
  // A name that was given to several points has a number in the result.
  const names = new Map(
    setUps.flatMap(({ sights }) =>
      sights.flatMap(({ ordinals, target }) => ordinals.map((ordinal) => [ordinal, target] as const)),
    ),
  );
  return records.flatMap((record): Surveyed[] => {
    if (record.kind === 'note') return [{ note: record.text }];
    const isBackward = record.kind === 'observation' && record.purpose === 'backsight';
    if (record.kind === 'station' || record.kind === 'height' || !record.used || isBackward) return [];
    const name = nameOf(record, names);
    const at = places.get(name);
    return at && record.code ? [{ name, code: record.code, line: record.line, at }] : [];
  });
}

function nameOf(
  record: Extract<Numbered, { kind: 'observation' | 'point' | 'baseline' }>,
  names: ReadonlyMap<number, string>,
): string {
  if (record.kind === 'point') return record.name;
  return record.kind === 'baseline' ? record.to : (names.get(record.ordinal) ?? record.target);
}
