import { LengthField, NumberField, TextField, useService, useTranslate } from '#core/react';
import { observer } from 'mobx-react-lite';
import type { Clip, ClipBox, ClipPolygon, ClipSlab, CloudCoordinates } from '#plugins/cloud/point-cloud/api';
import { CLOUD_CLIPS } from '../model/cloud-clips.ts';
import { LEAST, OPEN } from '../model/shapes.ts';

const AXES = [0, 1, 2] as const;
const PLACES = ['east', 'north', 'height'] as const;
const SIDES = ['length', 'depth', 'tall'] as const;
const TURNS = ['heading', 'tilt', 'roll'] as const;

/** The values of a clip: coordinates in the CRS of the cloud, lengths in the unit of the project. */
export const ClipFields = observer(function ClipFields({ clip }: { clip: Clip }) {
  const t = useTranslate('cloud-clip');
  const clips = useService(CLOUD_CLIPS);
  return (
    <div className="ccl-fields">
      <TextField
        label={t('name')}
        value={clip.name}
        onChange={(name) => name.trim() && clips.edit({ ...clip, name })}
      />
      {clip.kind === 'box' && <BoxFields clip={clip} />}
      {clip.kind === 'polygon' && <PolygonFields clip={clip} />}
      {clip.kind === 'slab' && <SlabFields clip={clip} />}
    </div>
  );
});

const BoxFields = observer(function BoxFields({ clip }: { clip: ClipBox }) {
  const t = useTranslate('cloud-clip');
  const clips = useService(CLOUD_CLIPS);
  const unit = clips.view?.unit ?? 1;
  const set = (part: 'center' | 'size' | 'turn', axis: 0 | 1 | 2, value: number | undefined) => {
    if (value === undefined) return;
    const values = clip[part].with(axis, value) as unknown as CloudCoordinates;
    clips.edit({ ...clip, [part]: values });
  };
  return (
    <>
      {AXES.map((axis) => (
        <NumberField
          key={PLACES[axis]}
          label={t(`box.${PLACES[axis]}`)}
          digits={3}
          min={-OPEN}
          max={OPEN}
          value={clip.center[axis]}
          onChange={(value) => set('center', axis, value)}
        />
      ))}
      {AXES.map((axis) => (
        <LengthField
          key={SIDES[axis]}
          label={t(`box.${SIDES[axis]}`)}
          digits={3}
          min={LEAST * unit}
          max={1e7 * unit}
          value={clip.size[axis] * unit}
          onChange={(value) => set('size', axis, value === undefined ? value : value / unit)}
        />
      ))}
      {AXES.map((axis) => (
        <NumberField
          key={TURNS[axis]}
          label={t(`box.${TURNS[axis]}`)}
          unit="°"
          digits={3}
          min={-360}
          max={360}
          value={clip.turn[axis]}
          onChange={(value) => set('turn', axis, value)}
        />
      ))}
    </>
  );
});

const PolygonFields = observer(function PolygonFields({ clip }: { clip: ClipPolygon }) {
  const t = useTranslate('cloud-clip');
  const clips = useService(CLOUD_CLIPS);
  const [least, most] = clip.heights ?? [-OPEN, OPEN];
  const set = (from: number, to: number) =>
    clips.edit({ ...clip, heights: from === -OPEN && to === OPEN ? undefined : [from, to] });
  return (
    <>
      <NumberField
        label={t('polygon.least')}
        description={t('polygon.open')}
        digits={3}
        {...(most !== OPEN && { max: most })}
        value={least === -OPEN ? undefined : least}
        onChange={(value) => set(value ?? -OPEN, most)}
      />
      <NumberField
        label={t('polygon.most')}
        digits={3}
        {...(least !== -OPEN && { min: least })}
        value={most === OPEN ? undefined : most}
        onChange={(value) => set(least, value ?? OPEN)}
      />
      <p className="g-muted">{t('polygon.corners', { count: clip.ring.length })}</p>
    </>
  );
});

const SlabFields = observer(function SlabFields({ clip }: { clip: ClipSlab }) {
  const t = useTranslate('cloud-clip');
  const clips = useService(CLOUD_CLIPS);
  const unit = clips.view?.unit ?? 1;
  const ends = (['from', 'to'] as const).flatMap((end) => ([0, 1] as const).map((axis) => ({ end, axis })));
  return (
    <>
      {ends.map(({ end, axis }) => (
        <NumberField
          key={`${end}${axis}`}
          label={t(`slab.${end}.${PLACES[axis]}`)}
          digits={3}
          min={-OPEN}
          max={OPEN}
          value={clip[end][axis]}
          onChange={(value) =>
            value !== undefined &&
            clips.edit({ ...clip, [end]: clip[end].with(axis, value) as unknown as [number, number] })
          }
        />
      ))}
      <LengthField
        label={t('slab.wide')}
        digits={3}
        min={LEAST * unit}
        max={1e7 * unit}
        value={clip.width * unit}
        onChange={(value) => value !== undefined && clips.edit({ ...clip, width: value / unit })}
      />
    </>
  );
});
