import type { FileRecord } from '#core/protocol';
import { Disclosure, useI18n, useTranslate } from '#core/react';
import { Expiry } from './FileRow.tsx';
import { useSizes } from './useSizes.ts';

/** What is known of a file, and on demand what a photo says of itself. */
export function FileFacts({ file }: { file: FileRecord }) {
  const t = useTranslate('documents');
  const i18n = useI18n();
  const size = useSizes();
  const { photo, expiresOn } = file;
  const moment = (at: string) => i18n.date(at, { dateStyle: 'medium', timeStyle: 'short' });
  const degrees = (value: number | null | undefined) =>
    value === null || value === undefined
      ? undefined
      : `${i18n.number(value, { maximumFractionDigits: 1 })}°`;
  const facts: (readonly [string, string | undefined])[] = [
    ['type', file.mediaType],
    ['size', size(file.bytes)],
    ['added', `${moment(file.createdAt)} · ${file.createdBy}`],
    ['changed', file.version === 1 ? undefined : `${moment(file.updatedAt)} · ${file.updatedBy}`],
    ['blurred', file.blurred > 0 ? t('blur.regions', { count: file.blurred }) : undefined],
    ['sha', file.sha256],
  ];
  const exif: (readonly [string, string | undefined])[] = photo
    ? [
        ['pixels', `${i18n.number(photo.width)} × ${i18n.number(photo.height)}`],
        ['taken', photo.takenAt ? moment(photo.takenAt) : undefined],
        [
          'taken.camera',
          photo.takenAtLocal === null
            ? undefined
            : i18n.date(`${photo.takenAtLocal}Z`, {
                dateStyle: 'medium',
                timeStyle: 'medium',
                timeZone: 'UTC',
              }),
        ],
        ['camera', photo.camera ?? undefined],
        ['position', photo.position?.map((one) => i18n.number(one, { maximumFractionDigits: 7 })).join('; ')],
        [
          'altitude',
          photo.altitude === null
            ? undefined
            : `${i18n.number(photo.altitude, { maximumFractionDigits: 1 })} m`,
        ],
        [
          'direction',
          photo.direction === null
            ? undefined
            : `${degrees(photo.direction)} ${t(`from.${photo.directionFrom ?? 'unknown'}`)}`,
        ],
        ['pitch', degrees(photo.pitch)],
        ['lens', degrees(photo.fieldOfView)],
        [
          'height',
          photo.heightAboveStart === null || photo.heightAboveStart === undefined
            ? undefined
            : `${i18n.number(photo.heightAboveStart, { maximumFractionDigits: 1 })} m`,
        ],
      ]
    : [];
  return (
    <>
      {expiresOn !== null && (
        <p>
          <Expiry on={expiresOn} />
        </p>
      )}
      <Facts facts={facts} />
      {photo && (
        <Disclosure title={t('exif')}>
          <Facts facts={exif} />
          {photo.notes.map((note) => (
            <p key={note} className="doc-note">
              {t(`note.${note}`)}
            </p>
          ))}
        </Disclosure>
      )}
    </>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, string | undefined])[] }) {
  const t = useTranslate('documents');
  return (
    <dl className="doc-dl">
      {facts.map(
        ([key, value]) =>
          value !== undefined && (
            <div key={key}>
              <dt>{t(`fact.${key}`)}</dt>
              <dd className="g-figures">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
