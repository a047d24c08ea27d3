import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import type { FieldBookRecord } from '#core/protocol';
import {
  Badge,
  Button,
  EmptyState,
  Icon,
  Table,
  useI18n,
  useService,
  useTranslate,
  type TableColumn,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { angleText, headOf, withSign } from '../model/angles.ts';
import { BOOK_DESK } from '../model/book-desk.ts';
import { RecordDialog } from './RecordDialog.tsx';

/** Stations, and the observations of the one that is chosen. */
export const Observations = observer(function Observations({ mayWrite }: { mayWrite: boolean }) {
  const t = useTranslate('field-book');
  const i18n = useI18n();
  const desk = useService(BOOK_DESK);
  const toasts = useService(TOASTS);
  const book = desk.opened!;
  const [edited, setEdited] = useState<FieldBookRecord>();
  const unit = book.units.angle;
  const metres = (value: number | null) =>
    value === null
      ? ''
      : i18n.number(value, { minimumFractionDigits: 3, maximumFractionDigits: 3, useGrouping: false });
  const angle = (value: number | null) => (value === null ? '' : angleText(value, unit));
  const rows = desk.records.filter(({ kind }) => kind === 'observation' || kind === 'point');
  const columns: TableColumn<FieldBookRecord>[] = [
    {
      id: 'name',
      title: t('column.target'),
      cell: ({ name, used, original, face }) => (
        <span className={used ? undefined : 'fbk-unused'}>
          {name}
          {face === 2 && ' II'} {original && <Badge kind="accent">{t('changed')}</Badge>}
        </span>
      ),
    },
    {
      id: 'circle',
      title: headOf('Hz', unit),
      align: 'end',
      width: 80,
      cell: ({ circle }) => angle(circle),
    },
    {
      id: 'zenith',
      title: headOf('V', unit),
      align: 'end',
      width: 80,
      cell: ({ zenith }) => angle(zenith),
    },
    {
      id: 'distance',
      title: t('column.distance'),
      align: 'end',
      width: 62,
      cell: ({ slope, horizontal }) => metres(slope ?? horizontal),
    },
    { id: 'code', title: t('column.code'), width: 56, secondary: true, cell: ({ code }) => code ?? '' },
  ];
  if (book.stations.length === 0)
    return (
      <EmptyState icon={<Icon name="angle" />} title={t('no-stations')}>
        {t('no-stations.help')}
      </EmptyState>
    );
  const choose = (ordinal: number) =>
    void desk
      .chooseStation(desk.station === ordinal ? undefined : ordinal)
      .catch((failure: unknown) => toasts.show('error', sentenceOf(failure)));
  return (
    <div className="fbk-part">
      <ul className="fbk-list" aria-label={t('stations')}>
        {book.stations.map((station) => (
          <li key={station.ordinal} className="fbk-station">
            <div className="fbk-head">
              <Button
                variant="quiet"
                className="fbk-name"
                aria-expanded={desk.station === station.ordinal}
                onPress={() => choose(station.ordinal)}
              >
                {t('station', { name: station.name })}
              </Button>
              {station.original && <Badge kind="accent">{t('changed')}</Badge>}
              {mayWrite && (
                <Button size="s" variant="quiet" onPress={() => setEdited(station)}>
                  {t('correct')}
                </Button>
              )}
            </div>
            <small className="g-muted">
              {[
                station.instrumentHeight !== null &&
                  t('instrument-height', { metres: metres(station.instrumentHeight) }),
                station.backsight !== null && t('backsight', { name: station.backsight }),
                station.azimuth !== null && t('azimuth', { angle: withSign(station.azimuth, unit) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
            {desk.station === station.ordinal && (
              <Table
                className="fbk-table"
                label={t('station', { name: station.name })}
                columns={columns}
                rows={rows}
                rowId={({ ordinal }) => String(ordinal)}
                isVirtual
                empty={t('station.empty')}
                {...(mayWrite && { onOpen: setEdited })}
              />
            )}
          </li>
        ))}
      </ul>
      {edited && <RecordDialog record={edited} unit={unit} onClose={() => setEdited(undefined)} />}
    </div>
  );
});
