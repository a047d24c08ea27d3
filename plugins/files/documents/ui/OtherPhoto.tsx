import { observer } from 'mobx-react-lite';
import { distance } from '#core/geodesy';
import type { FileRecord, PhotoRow } from '#core/protocol';
import { Select, useI18n, useService, useTranslate } from '#core/react';
import { PHOTO_LIST } from '../model/photo-list.ts';

/** Most photos that are offered. */
const MOST = 50;

/** Chooses a photo to compare with: the nearest first, or where the place is not known those of the same time. */
export const OtherPhoto = observer(function OtherPhoto({
  file,
  value,
  onChange,
}: {
  file: FileRecord;
  value: string | undefined;
  onChange: (photo: PhotoRow) => void;
}) {
  const t = useTranslate('documents');
  const i18n = useI18n();
  const list = useService(PHOTO_LIST);
  const offered = nearest(file, list.projectId === file.projectId ? list.all : []);
  return (
    <div className="doc-form">
      <p className="g-muted">{offered.length > 0 ? t('both.help') : t('both.none')}</p>
      {offered.length > 0 && (
        <Select
          label={t('both.other')}
          options={offered.map(({ id, name, takenAt }) => ({
            value: id,
            title: takenAt ? `${name} · ${i18n.date(takenAt, { dateStyle: 'medium' })}` : name,
          }))}
          value={value ?? null}
          onChange={(id) => onChange(offered.find((photo) => photo.id === id)!)}
        />
      )}
    </div>
  );
});

function nearest({ id, pose, photo }: FileRecord, all: readonly PhotoRow[]): PhotoRow[] {
  const at = pose?.position;
  const taken = Date.parse(photo?.takenAt ?? photo?.takenAtLocal ?? '');
  const away = (other: PhotoRow): number => {
    if (at) return other.position ? distance(at, other.position) : Infinity;
    const apart = Math.abs(Date.parse(other.takenAt ?? '') - taken);
    return Number.isNaN(apart) ? Infinity : apart;
  };
  return all
    .filter((other) => other.id !== id)
    .map((other) => ({ other, away: away(other) }))
    .sort((a, b) => (a.away === b.away ? 0 : a.away - b.away))
    .slice(0, MOST)
    .map(({ other }) => other);
}
