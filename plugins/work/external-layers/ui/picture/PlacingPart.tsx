import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import {
  Button,
  FileButton,
  Icon,
  IconButton,
  NumberField,
  Select,
  Skeleton,
  Switch,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { TOOLS } from '#core/tools';
import type { PicturePlacing, PictureSource } from '../../model/picture/placing.ts';
import { worldFilePoints } from '../../model/picture/world-file.ts';
import { PICTURE_PLACING } from '../../model/services.ts';
import { PictureBoard } from './PictureBoard.tsx';
import './picture.css';

const FITS = ['helmert', 'affine', 'polynomial'] as const;
const SIDES = ['left', 'top', 'right', 'bottom'] as const;
/** Coordinates have at most this size, metres or degrees. */
const OPEN = 1e9;
const WORLD_FILES = ['.jgw', '.pgw', '.tfw', '.wld', '.jpgw', '.pngw', '.tifw'];

/** The picture that is being placed, its control points, and what is left between them. */
export const PlacingPart = observer(function PlacingPart() {
  const t = useTranslate('external-layers');
  const placing = useService(PICTURE_PLACING);
  const tools = useService(TOOLS);
  const [error, setError] = useState<string>();
  const { draft, bitmap, problem } = placing;
  if (!draft) return null;
  const end = () => {
    placing.end();
    tools.putAway();
  };
  const save = async () => {
    setError(undefined);
    try {
      await placing.save();
      tools.putAway();
    } catch (thrown) {
      setError(sentenceOf(thrown));
    }
  };
  return (
    <section className="ext-placing" aria-label={t('picture.placing')}>
      <h3>{t('picture.placing')}</h3>
      <p className="g-muted">{t('picture.help', { crs: draft.crs })}</p>
      {problem !== undefined && <p className="g-error">{problem}</p>}
      {!bitmap && problem === undefined && <Skeleton lines={4} />}
      <PictureBoard placing={placing} />
      <Points placing={placing} />
      <Select
        label={t('picture.fit')}
        options={FITS.map((value) => ({ value, title: t(`picture.fit.${value}`) }))}
        value={draft.fit}
        onChange={(fit) => placing.change({ fit: fit as PictureSource['fit'] })}
      />
      <Quality placing={placing} />
      <WorldFile placing={placing} />
      <div className="ext-pair">
        {SIDES.map((side, n) => (
          <NumberField
            key={side}
            label={t(`picture.margin.${side}`)}
            value={Math.round(draft.margins[n]! * 1000) / 10}
            min={0}
            max={49}
            onChange={(share) =>
              placing.change({
                margins: draft.margins.with(n, (share ?? 0) / 100) as PictureSource['margins'],
              })
            }
          />
        ))}
      </div>
      <Switch
        isSelected={draft.whiteIsClear}
        onChange={(whiteIsClear) => placing.change({ whiteIsClear })}
        description={t('picture.white.help')}
      >
        {t('picture.white')}
      </Switch>
      {error !== undefined && <p className="g-error">{error}</p>}
      <div className="ext-actions">
        <Button onPress={end}>{t('cancel')}</Button>
        <Button variant="primary" isDisabled={!placing.fitted} onPress={() => void save()}>
          {t('save')}
        </Button>
      </div>
    </section>
  );
});

const Points = observer(function Points({ placing }: { placing: PicturePlacing }) {
  const t = useTranslate('external-layers');
  const i18n = useI18n();
  const { points, fitted } = placing;
  let whole = 0;
  return (
    <ol className="ext-points">
      {points.map(({ pixel, place }, n) => {
        const residual = pixel && place ? fitted?.residuals[whole++] : undefined;
        const set = (axis: 0 | 1, value: number | undefined) => {
          if (value === undefined) return;
          const other = place ?? [0, 0];
          placing.changePoint(n, { place: axis === 0 ? [value, other[1]] : [other[0], value] });
        };
        return (
          <li key={n}>
            <small className="g-muted">
              <b>{n + 1}</b>{' '}
              {pixel
                ? t('picture.pixel', { x: i18n.number(pixel[0]), y: i18n.number(-pixel[1]) })
                : t('picture.no-pixel')}
              {!place && ` ${t('picture.no-place')}`}
              {residual && ` ${t('picture.residual', { distance: inMetres(i18n, Math.hypot(...residual)) })}`}
            </small>
            <NumberField
              label={t('picture.east')}
              value={place?.[0]}
              min={-OPEN}
              max={OPEN}
              digits={3}
              onChange={(value) => set(0, value)}
            />
            <NumberField
              label={t('picture.north')}
              value={place?.[1]}
              min={-OPEN}
              max={OPEN}
              digits={3}
              onChange={(value) => set(1, value)}
            />
            <IconButton
              size="s"
              label={t('picture.remove', { number: n + 1 })}
              icon={<Icon name="trash" />}
              onPress={() => placing.removePoint(n)}
            />
          </li>
        );
      })}
    </ol>
  );
});

/** What is known of the fit, and what is not. */
const Quality = observer(function Quality({ placing }: { placing: PicturePlacing }) {
  const t = useTranslate('external-layers');
  const i18n = useI18n();
  const { fitted, missing } = placing;
  if (missing > 0) return <p role="status">{t('picture.missing', { count: missing })}</p>;
  if (!fitted) return <p role="status">{t('picture.unfitted')}</p>;
  if (fitted.rms === undefined) return <p role="status">{t('picture.unchecked')}</p>;
  const longest = Math.max(...fitted.residuals.map((residual) => Math.hypot(...residual)));
  return (
    <p role="status">
      {t('picture.rms', { rms: inMetres(i18n, fitted.rms), longest: inMetres(i18n, longest) })}
    </p>
  );
});

const WorldFile = observer(function WorldFile({ placing }: { placing: PicturePlacing }) {
  const t = useTranslate('external-layers');
  const [error, setError] = useState<string>();
  const { bitmap, scale } = placing;
  if (!bitmap || scale === undefined) return null;
  const read = async (file: File) => {
    const { width, height } = bitmap;
    const text = file.size < 10_000 ? await file.text() : '';
    const points = worldFilePoints(text, { width, height, scale });
    setError(points ? undefined : t('picture.world-file.wrong', { name: file.name }));
    if (!points) return;
    placing.setPoints(points);
    placing.change({ fit: 'affine' });
  };
  return (
    <>
      <FileButton accept={WORLD_FILES} icon={<Icon name="upload" />} onFile={(file) => void read(file)}>
        {t('picture.world-file')}
      </FileButton>
      {error !== undefined && <p className="g-error">{error}</p>}
    </>
  );
});

function inMetres(i18n: ReturnType<typeof useI18n>, value: number): string {
  return i18n.number(value, { maximumSignificantDigits: 3 });
}
