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
  TextField,
  ToggleButton,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { BOOK_DESK } from '../model/book-desk.ts';

/** Points with known coordinates: of the file, typed, or clicked on the map. */
export const KnownPoints = observer(function KnownPoints({ mayWrite }: { mayWrite: boolean }) {
  const t = useTranslate('field-book');
  const i18n = useI18n();
  const desk = useService(BOOK_DESK);
  const toasts = useService(TOASTS);
  const { known } = desk.opened!;
  const metres = (value: number | null) =>
    value === null
      ? ''
      : i18n.number(value, { minimumFractionDigits: 3, maximumFractionDigits: 3, useGrouping: false });
  const store = (next: KnownPoint[]) =>
    desk.change({ known: next }).catch((failure: unknown) => toasts.show('error', sentenceOf(failure)));
  return (
    <div className="fbk-part">
      <p className="g-muted">{t('known.help')}</p>
      <Table
        label={t('known.title')}
        rows={known}
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
                  onPress={() => void store(known.filter((one) => one.name !== name))}
                />
              ),
          },
        ]}
      />
      {mayWrite && (
        <AddKnown onAdd={(point) => store([...known.filter(({ name }) => name !== point.name), point])} />
      )}
    </div>
  );
});

const AddKnown = observer(function AddKnown({ onAdd }: { onAdd: (point: KnownPoint) => Promise<unknown> }) {
  const t = useTranslate('field-book');
  const desk = useService(BOOK_DESK);
  const views = useService(VIEWS);
  const view = useObservable(views.active$, views.active);
  const { crs } = desk.opened!;
  const [name, setName] = useState('');
  const [east, setEast] = useState<number>();
  const [north, setNorth] = useState<number>();
  const [height, setHeight] = useState<number>();
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
          setEast(Number((x * unit).toFixed(4)));
          setNorth(Number((y * unit).toFixed(4)));
        })
        .catch((failure: unknown) => setError(sentenceOf(failure)));
      return true;
    });
    return () => listening.dispose();
  }, [isPicking, view, crs]);
  const isWhole = name.trim() !== '' && east !== undefined && north !== undefined;
  const add = async () => {
    if (!isWhole) return;
    await onAdd({ name: name.trim(), east, north, height: height ?? null });
    setName('');
    setEast(undefined);
    setNorth(undefined);
    setHeight(undefined);
  };
  return (
    <Form className="fbk-form" onSubmit={add}>
      <TextField label={t('known.name')} value={name} onChange={setName} maxLength={60} />
      <div className="fbk-pair">
        <LengthField label={t('column.east')} digits={4} value={east} onChange={setEast} />
        <LengthField label={t('column.north')} digits={4} value={north} onChange={setNorth} />
      </div>
      <LengthField label={t('column.height')} digits={4} value={height} onChange={setHeight} />
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
