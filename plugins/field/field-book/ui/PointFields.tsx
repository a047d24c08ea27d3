import { MAX_POINT_NAME } from '#core/protocol';
import { LengthField, TextField, useTranslate } from '#core/react';
import type { PointEntry } from './usePointEntry.ts';

/** The name, east and north of a point that is typed. */
export function PointFields({
  entry: { name, east, north },
  put,
  label,
}: {
  entry: PointEntry;
  put: (some: Partial<PointEntry>) => void;
  /** Of the name. */
  label: string;
}) {
  const t = useTranslate('field-book');
  return (
    <>
      <TextField
        label={label}
        value={name}
        onChange={(next) => put({ name: next })}
        maxLength={MAX_POINT_NAME}
      />
      <div className="fbk-pair">
        <LengthField
          label={t('column.east')}
          digits={4}
          value={east}
          onChange={(next) => put({ east: next })}
        />
        <LengthField
          label={t('column.north')}
          digits={4}
          value={north}
          onChange={(next) => put({ north: next })}
        />
      </div>
    </>
  );
}
