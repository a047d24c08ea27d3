import { observer } from 'mobx-react-lite';
import { unitOfCrs, verticalCrsOf } from '#core/geodesy';
import { Disclosure, NumberField, useI18n, useService, useTranslate } from '#core/react';
import { typed } from '../model/draft.ts';
import { PLACING_DESK } from '../model/placing-desk.ts';

const AXES = [0, 1, 2] as const;
const PLACES = ['east', 'north', 'height'] as const;
const OPEN = 1e9;

/** Where the middle of what is placed lies, and how it is turned and scaled. */
export const TypedPart = observer(function TypedPart() {
  const t = useTranslate('placement');
  const i18n = useI18n();
  const desk = useService(PLACING_DESK);
  const { draft, mayPlace } = desk;
  if (!draft) return null;
  const { transform } = draft;
  const base = desk.base.scale;
  const set = (part: 'to' | 'turn' | 'from', axis: 0 | 1 | 2, value: number | undefined) => {
    if (value === undefined) return;
    const values = transform[part].with(axis, value) as [number, number, number];
    desk.change(typed(draft, { [part]: values }));
  };
  const scaleBy = (factor: number | undefined, axes: readonly (0 | 1 | 2)[]) => {
    if (factor === undefined || factor <= 0) return;
    const scale = transform.scale.map((value, axis) =>
      axes.includes(axis as 0) ? base[axis]! * factor : value,
    ) as [number, number, number];
    desk.change(typed(draft, { scale }));
  };
  const unit = draft.crs === null || !desk.isReady ? '' : unitOfCrs(draft.crs).symbol;
  const heightUnit = draft.verticalCrs === null ? 'm' : symbolOf(verticalCrsOf(draft.verticalCrs)?.metres);
  const place = desk.toPosition(transform.to);
  const degrees = (value: number) => i18n.number(value, { maximumFractionDigits: 8 });
  return (
    <div className="plc-part">
      <p className="g-muted">{t('typed.help')}</p>
      <div className="plc-fields">
        {AXES.map((axis) => (
          <NumberField
            key={PLACES[axis]}
            label={t(PLACES[axis])}
            unit={axis === 2 ? heightUnit : unit}
            digits={4}
            min={-OPEN}
            max={OPEN}
            step={0.1}
            isReadOnly={!mayPlace}
            value={transform.to[axis]}
            onChange={(value) => set('to', axis, value)}
          />
        ))}
        <NumberField
          label={t('turn')}
          description={t('turn.help')}
          unit="°"
          digits={7}
          min={-360}
          max={360}
          isReadOnly={!mayPlace}
          value={transform.turn[0]}
          onChange={(value) => set('turn', 0, value)}
        />
        <NumberField
          label={t('scale')}
          digits={9}
          min={0.000_001}
          max={1_000_000}
          step={0.001}
          isReadOnly={!mayPlace}
          value={transform.scale[0] / base[0]}
          onChange={(value) => scaleBy(value, [0, 1])}
        />
      </div>
      {place && (
        <p className="g-muted g-figures">
          {t('typed.position', {
            longitude: degrees(place[0]),
            latitude: degrees(place[1]),
            height: i18n.number(place[2]!, { maximumFractionDigits: 3 }),
          })}
        </p>
      )}
      <Disclosure title={t('more')}>
        <div className="plc-fields">
          <NumberField
            label={t('scale.height')}
            digits={9}
            min={0.000_001}
            max={1_000_000}
            step={0.001}
            isReadOnly={!mayPlace}
            value={transform.scale[2] / base[2]}
            onChange={(value) => scaleBy(value, [2])}
          />
          {([1, 2] as const).map((axis) => (
            <NumberField
              key={axis}
              label={t(axis === 1 ? 'tilt.east' : 'tilt.north')}
              unit="°"
              digits={7}
              min={-360}
              max={360}
              isReadOnly={!mayPlace}
              value={transform.turn[axis]}
              onChange={(value) => set('turn', axis, value)}
            />
          ))}
        </div>
        <p className="g-muted g-figures">
          {t('pivot', {
            place: transform.from
              .map((value) => i18n.number(value, { maximumFractionDigits: 4 }))
              .join(' · '),
          })}
        </p>
      </Disclosure>
    </div>
  );
});

const SYMBOLS: readonly (readonly [number, string])[] = [
  [1, 'm'],
  [0.3048, 'ft'],
  [1200 / 3937, 'ftUS'],
];

function symbolOf(metres = 1): string {
  return SYMBOLS.find(([one]) => Math.abs(one - metres) < 1e-12)?.[1] ?? `${metres} m`;
}
