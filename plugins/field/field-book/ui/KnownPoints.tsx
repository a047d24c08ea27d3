import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { loadCrs, project, unitOfCrs } from '#core/geodesy';
import { sentenceOf } from '#core/kernel';
import { VIEWS } from '#core/mapview';
import type { KnownPoint } from '#core/protocol';
import {
  Button,
  Form,
  Icon,
  IconButton,
  LengthField,
  Table,
  ToggleButton,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { BOOK_DESK } from '../model/book-desk.ts';
import { FromSelection } from './FromSelection.tsx';
import { PointFields } from './PointFields.tsx';
import { useFixed } from './useFixed.ts';
import { usePointEntry } from './usePointEntry.ts';

/** Points with known coordinates: of the file, typed, or clicked on the map. */
export const KnownPoints = observer(function KnownPoints({ mayWrite }: { mayWrite: boolean }) {
  const t = useTranslate('field-book');
  const i18n = useI18n();
  const desk = useService(BOOK_DESK);
  const toasts = useService(TOASTS);
  const { known } = desk.opened!;
  const metres = useFixed();
  /** Throws AppError. */
  const store = (next: KnownPoint[]) => desk.change({ known: next });
  const remove = (name: string) =>
    store(known.filter((one) => one.name !== name)).catch(
      (failure: unknown) => void toasts.show('error', sentenceOf(failure)),
    );
  return (
    <div className="fbk-part">
      <p className="g-muted">{t('known.help')}</p>
      <Table
        label={t('known.title')}
        rows={known.toSorted((a, b) => a.name.localeCompare(b.name, i18n.language, { numeric: true }))}
        rowId={({ name }) => name}
        empty={t('known.empty')}
        columns={[
          { id: 'name', title: t('column.name'), cell: ({ name }) => name },
          { id: 'east', title: t('column.east'), align: 'end', cell: ({ east }) => metres(east) },
          { id: 'north', title: t('column.north'), align: 'end', cell: ({ north }) => metres(north) },
          { id: 'height', title: t('column.height'), align: 'end', cell: ({ height }) => metres(height) },
          {
            id: 'remove',
            title: t('remove'),
            hideTitle: true,
            width: 44,
            cell: ({ name }) =>
              mayWrite && (
                <IconButton
                  size="s"
                  label={t('known.remove', { name })}
                  icon={<Icon name="trash" />}
                  onPress={() => void remove(name)}
                />
              ),
          },
        ]}
      />
      {mayWrite && <FromSelection onTake={(points) => store(withPoints(known, points))} />}
      {mayWrite && <AddKnown onAdd={(point) => store(withPoints(known, [point]))} />}
    </div>
  );
});

/** Points of the same name are replaced. */
function withPoints(known: readonly KnownPoint[], points: readonly KnownPoint[]): KnownPoint[] {
  const names = new Set(points.map(({ name }) => name));
  return [...known.filter(({ name }) => !names.has(name)), ...points];
}

const AddKnown = observer(function AddKnown({ onAdd }: { onAdd: (point: KnownPoint) => Promise<unknown> }) {
  const t = useTranslate('field-book');
  const desk = useService(BOOK_DESK);
  const views = useService(VIEWS);
  const view = useObservable(views.active$, views.active);
  const { crs } = desk.opened!;
  const { entry, put, add } = usePointEntry(onAdd);
  const { name, east, north, height } = entry;
  const [isPicking, setPicking] = useState(false);
  const [error, setError] = useState<string>();
  useEffect(() => {
    if (!isPicking || !view || crs === null) return;
    const listening = view.listen(({ kind, position }) => {
      if (kind !== 'click' || !position) return;
      setPicking(false);
      loadCrs(crs)
        .then(() => {
          const [x, y] = project(crs, position);
          const unit = unitOfCrs(crs).metres;
          put({ east: Number((x * unit).toFixed(4)), north: Number((y * unit).toFixed(4)) });
        })
        .catch((failure: unknown) => setError(sentenceOf(failure)));
      return true;
    });
    return () => listening.dispose();
  }, [isPicking, view, crs, put]);
  const isPlaced = east !== undefined && north !== undefined;
  const isHalf = (east === undefined) !== (north === undefined);
  const isWhole = name.trim() !== '' && !isHalf && (isPlaced || height !== undefined);
  return (
    <Form className="fbk-form" onSubmit={() => (isWhole ? add() : undefined)}>
      <PointFields entry={entry} put={put} label={t('known.name')} />
      <LengthField
        label={t('column.height')}
        digits={4}
        value={height}
        onChange={(next) => put({ height: next })}
      />
      {error !== undefined && <p className="g-error">{error}</p>}
      <div className="fbk-actions">
        <Button type="submit" isDisabled={!isWhole}>
          {t('known.add')}
        </Button>
        <ToggleButton
          label={t(isPicking ? 'known.picking' : 'known.pick')}
          icon={<Icon name="crosshair" />}
          showLabel
          isSelected={isPicking}
          onChange={setPicking}
          isDisabled={crs === null || !view}
        />
      </div>
      {crs === null && <small className="g-muted">{t('known.no-crs')}</small>}
    </Form>
  );
});
