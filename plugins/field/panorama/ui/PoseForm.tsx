import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { crsOf, gridAt } from '#core/geodesy';
import { sentenceOf } from '#core/kernel';
import { getPanoramic, updatePanoramic, type Panoramic } from '#core/protocol';
import {
  Button,
  LengthField,
  NumberField,
  Select,
  useI18n,
  useService,
  useTranslate,
  useWorkingCrs,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { PROJECT_PANORAMAS } from '../model/stage.ts';
import { useDeclination } from './useDeclination.ts';

type North = 'true' | 'grid' | 'magnetic';
interface Turned {
  /** Clockwise from true north; from magnetic north where the declination is not known. */
  heading: number | undefined;
  pitch: number | undefined;
  roll: number | undefined;
  longitude: number | undefined;
  latitude: number | undefined;
  height: number | undefined;
}

/** Where a panorama stands and how it is turned, and from whom that is known; by hand until objects fit. */
export function PoseForm({ id, mayWrite }: { id: string; mayWrite: boolean }) {
  const t = useTranslate('panorama');
  const i18n = useI18n();
  const api = useService(API);
  const stage = useService(PROJECT_PANORAMAS);
  const toasts = useService(TOASTS);
  const crs = useWorkingCrs();
  const canGrid = crs !== 'EPSG:4326' && crsOf(crs)?.geographic === false;
  const [stored, setStored] = useState<Panoramic>();
  const [turned, setTurned] = useState<Turned>();
  const [north, setNorth] = useState<North>('true');
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    api.call(getPanoramic, { params: { id } }, { signal }).then(
      ({ data }) => {
        setStored(data);
        setNorth(data.north === 'magnetic' ? 'magnetic' : 'true');
      },
      // The view says what it could not load.
      () => undefined,
    );
    return () => {
      controller.abort();
      stage.preview(undefined);
    };
  }, [api, id, stage]);
  const [longitude, latitude, height] = stored?.position ?? [];
  const local = stored?.photo?.takenAtLocal;
  const declination = useDeclination(
    north === 'magnetic',
    turned?.longitude ?? longitude,
    turned?.latitude ?? latitude,
    // Whose time zone it is makes no difference.
    stored?.photo?.takenAt ?? (local ? `${local}Z` : null),
  );
  if (!stored) return null;
  const { heading } = stored;
  const isMagnetic = stored.north === 'magnetic';
  const pose: Turned = turned ?? {
    heading: heading === null ? undefined : heading + (isMagnetic ? (declination?.degrees ?? 0) : 0),
    pitch: stored.pitch,
    roll: stored.roll,
    longitude,
    latitude,
    height,
  };
  const fromTrue =
    north === 'grid' && canGrid && pose.longitude !== undefined && pose.latitude !== undefined
      ? gridAt(crs, [pose.longitude, pose.latitude]).convergence
      : (declination?.degrees ?? 0);
  const circle = (degrees: number) => ((degrees % 360) + 360) % 360;
  /** As it is counted from the north that is chosen. */
  const counted = (degrees: number | undefined) =>
    degrees === undefined ? undefined : circle(degrees - fromTrue);
  const change = (values: Partial<Turned>) => {
    const next = { ...pose, ...values };
    setTurned(next);
    const { heading, pitch = 0, roll = 0 } = next;
    const position = positionOf(next);
    if (position) stage.preview({ heading: heading ?? null, pitch, roll, position });
  };
  const save = async (body: Parameters<typeof bodyOf>[1]) => {
    try {
      const request = { params: { id }, body: bodyOf(north, body), ifMatch: String(stored.version) };
      const { data } = await api.call(updatePanoramic, request);
      setStored(data);
      setTurned(undefined);
      await stage.reload();
      stage.preview(undefined);
    } catch (thrown) {
      toasts.show('error', sentenceOf(thrown));
    }
  };
  // The server turns what is counted from magnetic north, and remembers by how much.
  const asSent = north === 'magnetic' ? { ...pose, heading: counted(pose.heading) } : pose;
  const turn = (degrees: number) => change({ heading: circle((pose.heading ?? 0) + degrees) });
  const angle = (degrees: number) => i18n.number(degrees, { maximumFractionDigits: 1 });
  const saidNorth =
    stored.declination == null
      ? t(`north.${stored.north}`)
      : t('north.turned', { degrees: angle(stored.declination) });
  return (
    <div className="panorama-pose">
      <p className="g-muted">
        {t(`placed.${stored.placedBy ?? 'none'}`)} {t(`heading.${stored.headingFrom ?? 'none'}`)}{' '}
        {stored.headingFrom && stored.north && saidNorth}
      </p>
      <NumberField
        label={t('pose.heading')}
        value={counted(pose.heading)}
        onChange={(value) => change({ heading: value === undefined ? undefined : circle(value + fromTrue) })}
        unit="°"
        min={0}
        max={360}
        step={0.1}
        digits={3}
        isReadOnly={!mayWrite}
      />
      {mayWrite && (
        <div className="panorama-actions" role="group" aria-label={t('pose.turn')}>
          {[-5, -0.5, 0.5, 5].map((degrees) => (
            <Button key={degrees} size="s" onPress={() => turn(degrees)}>
              {`${i18n.number(degrees, { signDisplay: 'always' })}°`}
            </Button>
          ))}
        </div>
      )}
      <Select
        label={t('pose.north')}
        value={north}
        isDisabled={!mayWrite}
        onChange={(value) => setNorth(value as North)}
        options={(canGrid ? (['true', 'grid', 'magnetic'] as const) : (['true', 'magnetic'] as const)).map(
          (one) => ({
            value: one,
            title: t(`pose.north.${one}`, { crs }),
          }),
        )}
      />
      {north === 'magnetic' &&
        (declination ? (
          <p className="g-muted">
            {t('pose.declination', {
              degrees: angle(declination.degrees),
              sigma: angle(declination.sigma),
              model: declination.model,
            })}
          </p>
        ) : (
          <p className="g-error">{t('pose.magnetic')}</p>
        ))}
      {(['pitch', 'roll'] as const).map((axis) => (
        <NumberField
          key={axis}
          label={t(`pose.${axis}`)}
          value={pose[axis]}
          onChange={(value) => change({ [axis]: value })}
          unit="°"
          min={axis === 'pitch' ? -90 : -180}
          max={axis === 'pitch' ? 90 : 180}
          step={0.1}
          digits={3}
          isReadOnly={!mayWrite}
        />
      ))}
      {(['longitude', 'latitude'] as const).map((axis) => (
        <NumberField
          key={axis}
          label={t(`pose.${axis}`)}
          value={pose[axis]}
          onChange={(value) => change({ [axis]: value })}
          unit="°"
          min={axis === 'latitude' ? -90 : -180}
          max={axis === 'latitude' ? 90 : 180}
          step={0.00001}
          digits={8}
          isReadOnly={!mayWrite}
        />
      ))}
      <LengthField
        label={t('pose.height')}
        value={pose.height}
        onChange={(height) => change({ height })}
        min={-12_000}
        max={100_000}
        step={0.1}
        digits={3}
        isReadOnly={!mayWrite}
      />
      {mayWrite && (
        <div className="panorama-actions">
          <Button
            variant="primary"
            isDisabled={!turned || !positionOf(pose)}
            onPress={() => void save(asSent)}
          >
            {t('pose.save')}
          </Button>
          {turned && (
            <Button
              variant="quiet"
              onPress={() => {
                setTurned(undefined);
                stage.preview(undefined);
              }}
            >
              {t('pose.undo')}
            </Button>
          )}
          {stored.placedBy === 'person' && !turned && (
            <Button variant="quiet" onPress={() => void save(undefined)}>
              {t('pose.forget')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function positionOf({
  longitude,
  latitude,
  height,
}: Turned): [number, number] | [number, number, number] | undefined {
  if (longitude === undefined || latitude === undefined) return undefined;
  return height === undefined ? [longitude, latitude] : [longitude, latitude, height];
}

/** Undefined: as tracks and the picture itself say. */
function bodyOf(north: North, pose: Turned | undefined) {
  if (!pose) return { position: null };
  return {
    position: positionOf(pose)!,
    heading: pose.heading ?? null,
    pitch: pose.pitch ?? 0,
    roll: pose.roll ?? 0,
    north: north === 'magnetic' ? ('magnetic' as const) : ('true' as const),
  };
}
