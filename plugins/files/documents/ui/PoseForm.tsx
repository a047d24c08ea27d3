import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import { VIEWS } from '#core/mapview';
import type { FileRecord, PhotoPose } from '#core/protocol';
import { Button, NumberField, useI18n, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { PHOTO_LAYER } from '../model/photo-layer.ts';
import { OPENED_FILE } from '../model/opened-file.ts';
import { SurveyField } from './SurveyField.tsx';

/** Where a photo was taken and where it looks: typed, or by two clicks on the map. */
export function PoseForm({ file, mayWrite }: { file: FileRecord; mayWrite: boolean }) {
  const t = useTranslate('documents');
  const i18n = useI18n();
  const opened = useService(OPENED_FILE);
  const layer = useService(PHOTO_LAYER);
  const toasts = useService(TOASTS);
  const { kind } = useService(VIEWS).active ?? {};
  const hasMap = kind === '2d' || kind === '3d';
  const pose = file.pose!;
  const [lon, setLon] = useState(pose.position?.[0]);
  const [lat, setLat] = useState(pose.position?.[1]);
  const [heading, setHeading] = useState(pose.heading ?? undefined);
  const [pitch, setPitch] = useState(pose.pitch ?? undefined);
  const [error, setError] = useState<string>();
  const { projectId, among } = opened;
  const save = async (next: PhotoPose | null) => {
    setError(undefined);
    try {
      await opened.change({ pose: next });
    } catch (failure) {
      setError(sentenceOf(failure));
    }
  };
  const isHalf = (lon === undefined) !== (lat === undefined);
  const typed = (): PhotoPose => ({
    position: lon === undefined || lat === undefined ? null : [lon, lat],
    heading: heading ?? null,
    pitch: pitch ?? null,
  });
  const onMap = () => {
    // The map lies behind the dialog, which comes back with what was clicked.
    opened.close();
    layer.aim({ name: file.name, heading: pose.heading }, (position, azimuth) => {
      opened.open(file.id, projectId!, among);
      opened
        .reload()
        .then(() => opened.change({ pose: { position, heading: azimuth, pitch: pose.pitch } }))
        .catch((failure: unknown) => toasts.show('error', sentenceOf(failure)));
    });
  };
  return (
    <div className="doc-form">
      <p className="g-muted">{t(`pose.by.${pose.position === null ? 'none' : pose.by}`)}</p>
      {pose.by !== 'person' && file.photo?.directionFrom === 'magnetic' && (
        <p className="doc-note">
          {file.photo.declination == null
            ? t('pose.magnetic')
            : t('pose.turned', {
                degrees: i18n.number(file.photo.declination, { maximumFractionDigits: 1 }),
              })}
        </p>
      )}
      <NumberField
        label={t('pose.lon')}
        unit="°"
        value={lon}
        onChange={setLon}
        digits={9}
        isReadOnly={!mayWrite}
      />
      <NumberField
        label={t('pose.lat')}
        unit="°"
        value={lat}
        onChange={setLat}
        digits={9}
        isReadOnly={!mayWrite}
      />
      <NumberField
        label={t('pose.heading')}
        description={t('pose.heading.help')}
        unit="°"
        value={heading}
        onChange={setHeading}
        digits={2}
        isReadOnly={!mayWrite}
      />
      <NumberField
        label={t('pose.pitch')}
        description={t('pose.pitch.help')}
        unit="°"
        value={pitch}
        onChange={setPitch}
        digits={2}
        isReadOnly={!mayWrite}
      />
      <SurveyField file={file} mayWrite={mayWrite} />
      {error !== undefined && (
        <p className="g-error" role="alert">
          {error}
        </p>
      )}
      <div className="doc-buttons">
        {mayWrite && (
          <Button variant="primary" isDisabled={isHalf} onPress={() => void save(typed())}>
            {t('save')}
          </Button>
        )}
        {mayWrite && hasMap && <Button onPress={onMap}>{t('pose.map')}</Button>}
        {mayWrite && pose.by === 'person' && (
          <Button onPress={() => void save(null)}>{t('pose.reset')}</Button>
        )}
      </div>
    </div>
  );
}
