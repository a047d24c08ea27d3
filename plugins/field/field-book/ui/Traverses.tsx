import type { FieldBookTraverse } from '#core/protocol';
import { Disclosure, Table, useI18n, useTranslate } from '#core/react';
import { headOf, signedAngle, withSign } from '../model/angles.ts';
import { useFixed } from './useFixed.ts';

interface Props {
  traverses: readonly FieldBookTraverse[];
  /** Of angles, as the file has them. */
  unit: string;
}

/** Misclosures of the traverses, and their points by Bowditch’s rule. */
export function Traverses({ traverses, unit }: Props) {
  const t = useTranslate('field-book');
  return traverses.map((traverse, i) => (
    <Disclosure key={i} title={`${t(`traverse.${traverse.kind}`)} ${traverse.stations.join(' – ')}`}>
      <div className="fbk-part">
        <Misclosures traverse={traverse} unit={unit} />
        <Legs traverse={traverse} unit={unit} />
      </div>
    </Disclosure>
  ));
}

interface OneProps {
  traverse: FieldBookTraverse;
  unit: string;
}

function Misclosures({ traverse, unit }: OneProps) {
  const t = useTranslate('field-book');
  const i18n = useI18n();
  const { length, angles, angular, east, north, height } = traverse;
  const millimetres = (value: number) => i18n.number(value * 1000, { maximumFractionDigits: 1 });
  const linear = east === null || north === null ? null : Math.hypot(east, north);
  const facts = [
    ['length', `${i18n.number(length, { maximumFractionDigits: 3 })} m`],
    [
      'angular',
      angular === null
        ? t('traverse.unchecked')
        : t('traverse.angular.value', {
            angle: signedAngle(angular, unit),
            count: angles,
          }),
    ],
    [
      'linear',
      linear === null
        ? t('traverse.unchecked')
        : t('traverse.linear.value', {
            linear: millimetres(linear),
            east: millimetres(east!),
            north: millimetres(north!),
            ratio: linear < 1e-6 ? '∞' : i18n.number(length / linear, { maximumFractionDigits: 0 }),
          }),
    ],
    ...(height === null ? [] : [['height', `${millimetres(height)} mm`]]),
  ] as const;
  return (
    <dl className="fbk-tests">
      {facts.map(([what, value]) => (
        <div key={what}>
          <dt>{t(`traverse.${what}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Legs({ traverse, unit }: OneProps) {
  const t = useTranslate('field-book');
  const metres = useFixed();
  const angle = (value: number | null) => (value === null ? '' : withSign(value, unit));
  return (
    <Table
      label={t('traverse.legs')}
      rows={traverse.legs.map((leg, index) => ({ ...leg, index }))}
      rowId={({ index }) => String(index)}
      columns={[
        { id: 'to', title: t('column.name'), cell: ({ to }) => to },
        {
          id: 'angle',
          title: headOf(t('traverse.angle'), unit),
          align: 'end',
          cell: (leg) => angle(leg.angle),
        },
        { id: 'distance', title: t('column.distance'), align: 'end', cell: (leg) => metres(leg.distance) },
        { id: 'east', title: t('column.east'), align: 'end', cell: (leg) => metres(leg.east) },
        { id: 'north', title: t('column.north'), align: 'end', cell: (leg) => metres(leg.north) },
        { id: 'height', title: t('column.height'), align: 'end', cell: (leg) => metres(leg.height) },
      ]}
    />
  );
}
