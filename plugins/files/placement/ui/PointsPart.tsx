import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { FitWarning } from '#core/geodesy';
import { MAX_CONTROL_POINTS, POINT_USES, type ControlPoint } from '#core/protocol';
import {
  Button,
  Disclosure,
  Icon,
  IconButton,
  NumberField,
  Select,
  TextArea,
  TextField,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { TOOLS } from '#core/tools';
import { PLACING_DESK } from '../model/placing-desk.ts';
import { readControlPoints } from '../model/read-points.ts';

const AXES = [0, 1, 2] as const;
const LOCAL = ['x', 'y', 'z'] as const;
const MAP = ['east', 'north', 'height'] as const;
const OPEN = 1e9;

/** Control points: places of the file and of the map, how they are fitted, and what is left between them. */
export const PointsPart = observer(function PointsPart() {
  const t = useTranslate('placement');
  const desk = useService(PLACING_DESK);
  const { draft, mayPlace } = desk;
  if (!draft) return null;
  const { points } = draft;
  const add = () => {
    const middle = desk.middle ?? [0, 0, 0];
    const point: ControlPoint = {
      name: t('point.name', { number: points.length + 1 }),
      local: [...middle] as [number, number, number],
      map: [...draft.transform.to],
      use: 'none',
    };
    desk.setPoints([...points, point]);
  };
  return (
    <div className="plc-part">
      <p className="g-muted">{t('points.help')}</p>
      <div className="plc-fields">
        <Select
          label={t('fit')}
          value={draft.kind}
          isDisabled={!mayPlace}
          options={(['shift', 'helmert', 'similarity'] as const).map((kind) => ({
            value: kind,
            title: t(`fit.${kind}`),
          }))}
          onChange={(kind) => desk.setFit({ kind: kind as typeof draft.kind })}
        />
        {draft.kind !== 'shift' && (
          <Select
            label={t('scale')}
            value={draft.scale}
            isDisabled={!mayPlace}
            options={(['kept', 'fitted'] as const).map((scale) => ({
              value: scale,
              title: t(`scale.${scale}`),
            }))}
            onChange={(scale) => desk.setFit({ scale: scale as typeof draft.scale })}
          />
        )}
      </div>
      <Found />
      <ul className="plc-points" aria-label={t('how.points')}>
        {points.map((point, i) => (
          <Point key={i} point={point} index={i} />
        ))}
      </ul>
      {mayPlace && (
        <>
          <Button isDisabled={points.length >= MAX_CONTROL_POINTS} onPress={add}>
            {t('point.add')}
          </Button>
          <Paste />
        </>
      )}
    </div>
  );
});

/** What the fit is worth. */
const Found = observer(function Found() {
  const t = useTranslate('placement');
  const i18n = useI18n();
  const desk = useService(PLACING_DESK);
  const { fit } = desk;
  if (!fit) return null;
  if ('fault' in fit)
    return (
      <p className="g-error" role="alert">
        {t(`fault.${fit.fault}`, fit.fault === 'too-few' ? { plan: fit.plan, height: fit.height } : {})}
      </p>
    );
  const length = (value: number) =>
    i18n.number(value, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  const sentence = (warning: FitWarning): string => {
    switch (warning.kind) {
      case 'blunder':
        return t('warning.blunder', { name: warning.name, distance: length(warning.distance) });
      case 'scale':
        return t('warning.scale', { factor: i18n.number(warning.factor, { maximumFractionDigits: 6 }) });
      default:
        return t(`warning.${warning.kind}`);
    }
  };
  return (
    <div className="plc-found" role="status">
      {fit.plan && (
        <p className="g-figures">
          {t('residuals.plan', { rms: length(fit.plan.rms), max: length(fit.plan.max) })}
        </p>
      )}
      {fit.height && (
        <p className="g-figures">
          {t('residuals.height', { rms: length(fit.height.rms), max: length(fit.height.max) })}
        </p>
      )}
      {fit.warnings.map((warning) => (
        <p key={warning.kind} className="plc-warning">
          {sentence(warning)}
        </p>
      ))}
    </div>
  );
});

const Point = observer(function Point({ point, index }: { point: ControlPoint; index: number }) {
  const t = useTranslate('placement');
  const i18n = useI18n();
  const desk = useService(PLACING_DESK);
  const tools = useService(TOOLS);
  const { draft, mayPlace, wanted } = desk;
  const residual = desk.residuals[index];
  if (!draft) return null;
  const change = (changed: Partial<ControlPoint>) =>
    desk.setPoints(draft.points.with(index, { ...point, ...changed }));
  const pick = async (side: 'local' | 'map') => {
    await tools.activate('placement.place');
    desk.want({ index, side });
  };
  const signed = (value: number) =>
    i18n.number(value, { minimumFractionDigits: 3, maximumFractionDigits: 3, signDisplay: 'exceptZero' });
  const isWanted = wanted?.index === index;
  return (
    <li>
      <div className="plc-row">
        <strong>{point.name}</strong>
        <Select
          label={t('use')}
          hideLabel
          value={point.use}
          isDisabled={!mayPlace}
          options={POINT_USES.map((use) => ({ value: use, title: t(`use.${use}`) }))}
          onChange={(use) => change({ use: use as ControlPoint['use'] })}
        />
        {mayPlace && (
          <IconButton
            size="s"
            label={t('point.remove', { name: point.name })}
            icon={<Icon name="trash" />}
            onPress={() => desk.setPoints(draft.points.filter((_, i) => i !== index))}
          />
        )}
      </div>
      {residual && (
        <p className="g-muted g-figures">
          {t('residual', {
            east: signed(residual.east),
            north: signed(residual.north),
            up: signed(residual.up),
          })}
        </p>
      )}
      {mayPlace && (
        <div className="plc-actions">
          <Button size="s" onPress={() => void pick('local')}>
            {t(isWanted && wanted.side === 'local' ? 'pick.waiting' : 'pick.local')}
          </Button>
          <Button size="s" onPress={() => void pick('map')}>
            {t(isWanted && wanted.side === 'map' ? 'pick.waiting' : 'pick.map')}
          </Button>
        </div>
      )}
      <Disclosure title={t('point.values')}>
        <div className="plc-fields">
          <TextField
            label={t('name')}
            value={point.name}
            maxLength={60}
            onChange={(name) => name.trim() && change({ name })}
          />
          {AXES.map((axis) => (
            <NumberField
              key={LOCAL[axis]}
              label={t(LOCAL[axis])}
              digits={4}
              min={-OPEN}
              max={OPEN}
              isReadOnly={!mayPlace}
              value={point.local[axis]}
              onChange={(value) =>
                value !== undefined &&
                change({ local: point.local.with(axis, value) as [number, number, number] })
              }
            />
          ))}
          {AXES.map((axis) => (
            <NumberField
              key={MAP[axis]}
              label={t(MAP[axis])}
              digits={4}
              min={-OPEN}
              max={OPEN}
              isReadOnly={!mayPlace}
              value={point.map[axis]}
              onChange={(value) =>
                value !== undefined &&
                change({ map: point.map.with(axis, value) as [number, number, number] })
              }
            />
          ))}
        </div>
      </Disclosure>
    </li>
  );
});

/** Points from a list: pasted. */
const Paste = observer(function Paste() {
  const t = useTranslate('placement');
  const desk = useService(PLACING_DESK);
  const [text, setText] = useState('');
  const read = readControlPoints(text);
  const take = () => {
    const points = [...(desk.draft?.points ?? []), ...read.points].slice(0, MAX_CONTROL_POINTS);
    desk.setPoints(points);
    setText('');
  };
  return (
    <Disclosure title={t('paste')}>
      <TextArea
        label={t('paste.label')}
        description={t('paste.help')}
        rows={4}
        value={text}
        onChange={setText}
        error={
          read.unread.length > 0
            ? t('paste.unread', { lines: read.unread.slice(0, 10).join(', ') })
            : read.tooMany
              ? t('paste.many', { most: MAX_CONTROL_POINTS })
              : undefined
        }
      />
      <Button isDisabled={read.points.length === 0} onPress={take}>
        {t('paste.take', { count: read.points.length })}
      </Button>
    </Disclosure>
  );
});
