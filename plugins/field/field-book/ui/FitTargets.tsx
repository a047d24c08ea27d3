import { observer } from 'mobx-react-lite';
import { PLANE_FIT_NEEDS, PLANE_FITS, type PlaneFitMethod } from '#core/geodesy';
import { sentenceOf } from '#core/kernel';
import type { FieldBookSettings, KnownPoint } from '#core/protocol';
import {
  Button,
  Checkbox,
  Form,
  Icon,
  IconButton,
  Select,
  Table,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { BOOK_DESK } from '../model/book-desk.ts';
import { FitResult } from './FitResult.tsx';
import { FromSelection } from './FromSelection.tsx';
import { PointFields } from './PointFields.tsx';
import { useFixed } from './useFixed.ts';
import { usePointEntry } from './usePointEntry.ts';

type Fit = NonNullable<FieldBookSettings['fit']>;
type Target = Fit['targets'][number];
const NONE = 'none';

/** Control points to which a book in coordinates of its own is fitted, with what is left at each. */
export const FitTargets = observer(function FitTargets({ mayWrite }: { mayWrite: boolean }) {
  const t = useTranslate('field-book');
  const i18n = useI18n();
  const desk = useService(BOOK_DESK);
  const toasts = useService(TOASTS);
  const metres = useFixed();
  const { settings, result, computedVersion, version } = desk.opened!;
  const { fit } = settings;
  const targets = fit?.targets ?? [];
  const fitted = computedVersion === version ? result?.fit : undefined;
  const left = new Map(fitted?.points.map((point) => [point.name, point]));
  const { fit: _fit, ...others } = settings;
  const change = (next: Fit | undefined) =>
    desk
      .change({ settings: next ? { ...others, fit: next } : others })
      .catch((failure: unknown) => void toasts.show('error', sentenceOf(failure)));
  const put = (next: Target[]) => change({ method: fit?.method ?? 'helmert', targets: next });
  const take = async (points: readonly KnownPoint[]) => {
    const taken = points.flatMap(({ name, east, north }) =>
      east === null || north === null ? [] : [{ name, east, north, isUsed: true }],
    );
    const names = new Set(taken.map(({ name }) => name));
    await put([...targets.filter(({ name }) => !names.has(name)), ...taken]);
  };
  const millimetres = (value: number | undefined) =>
    value === undefined
      ? ''
      : i18n.number(value * 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <div className="fbk-part">
      <p className="g-muted">{t('fit.help')}</p>
      <Select
        label={t('fit.method')}
        value={fit?.method ?? NONE}
        isDisabled={!mayWrite}
        options={[NONE, ...PLANE_FITS].map((value) => ({ value, title: t(`fit.method.${value}`) }))}
        onChange={(value) =>
          void change(value === NONE ? undefined : { method: value as PlaneFitMethod, targets })
        }
      />
      {fit && (
        <>
          <Table
            label={t('fit.title')}
            rows={targets}
            rowId={({ name }) => name}
            empty={t('fit.empty', { needed: PLANE_FIT_NEEDS[fit.method] })}
            columns={[
              {
                id: 'name',
                title: t('column.name'),
                cell: ({ name, isUsed, east, north }) => (
                  <>
                    <Checkbox
                      isSelected={isUsed}
                      isDisabled={!mayWrite}
                      onChange={(next) =>
                        void put(targets.map((one) => (one.name === name ? { ...one, isUsed: next } : one)))
                      }
                    >
                      {name}
                    </Checkbox>
                    <small className="fbk-place g-muted">{`E ${metres(east)} N ${metres(north)}`}</small>
                  </>
                ),
              },
              {
                id: 'de',
                title: 'ΔE mm',
                align: 'end',
                cell: ({ name }) => millimetres(left.get(name)?.east),
              },
              {
                id: 'dn',
                title: 'ΔN mm',
                align: 'end',
                cell: ({ name }) => millimetres(left.get(name)?.north),
              },
              {
                id: 'remove',
                title: t('remove'),
                hideTitle: true,
                width: 44,
                cell: ({ name }) =>
                  mayWrite && (
                    <IconButton
                      size="s"
                      label={t('fit.remove', { name })}
                      icon={<Icon name="trash" />}
                      onPress={() => void put(targets.filter((one) => one.name !== name))}
                    />
                  ),
              },
            ]}
          />
          {fitted && <FitResult fit={fitted} />}
          {!fitted && <p className="g-muted">{t('fit.uncomputed')}</p>}
          {mayWrite && <FromSelection onTake={take} />}
          {mayWrite && <AddTarget onAdd={(target) => take([target])} />}
        </>
      )}
    </div>
  );
});

/** Types a control point. */
function AddTarget({ onAdd }: { onAdd: (target: KnownPoint) => Promise<void> }) {
  const t = useTranslate('field-book');
  const { entry, put, add } = usePointEntry(onAdd);
  const { name, east, north } = entry;
  const isWhole = name.trim() !== '' && east !== undefined && north !== undefined;
  return (
    <Form className="fbk-form" onSubmit={() => (isWhole ? add() : undefined)}>
      <PointFields entry={entry} put={put} label={t('fit.name')} />
      <Button type="submit" isDisabled={!isWhole}>
        {t('fit.add')}
      </Button>
    </Form>
  );
}
