import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import type { FieldBookRecord, FieldBookResult } from '#core/protocol';
import { Badge, Button, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { smallAngle, withSign } from '../model/angles.ts';
import { BOOK_DESK } from '../model/book-desk.ts';
import { RecordDialog } from './RecordDialog.tsx';
import { StationRecords } from './StationRecords.tsx';
import { useFixed } from './useFixed.ts';

/** What the computation has found of a station: its orientation, and the errors of the instrument from both faces. */
function Computed({
  station,
  unit,
}: {
  station: FieldBookResult['stations'][number] | undefined;
  unit: string;
}) {
  const t = useTranslate('field-book');
  if (!station || station.orientation === null) return null;
  const { orientation, collimation, index } = station;
  return (
    <small className="g-muted">
      {[
        t('station.orientation', { angle: withSign(orientation, unit) }),
        collimation !== null && t('station.collimation', { angle: smallAngle(collimation, unit) }),
        index !== null && t('station.index', { angle: smallAngle(index, unit) }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </small>
  );
}

/** Stations, and the observations of the one that is chosen. */
export const Observations = observer(function Observations({ mayWrite }: { mayWrite: boolean }) {
  const t = useTranslate('field-book');
  const desk = useService(BOOK_DESK);
  const toasts = useService(TOASTS);
  const book = desk.opened!;
  const [edited, setEdited] = useState<FieldBookRecord>();
  const unit = book.units.angle;
  const metres = useFixed();
  const isCurrent = book.computedVersion === book.version;
  const computed = new Map(
    isCurrent ? book.result?.stations.map((station) => [station.ordinal, station] as const) : [],
  );
  const list = { records: desk.records, unit, ...(mayWrite && { onEdit: setEdited }) };
  const choose = (ordinal: number) =>
    void desk
      .chooseStation(desk.station === ordinal ? undefined : ordinal)
      .catch((failure: unknown) => toasts.show('error', sentenceOf(failure)));
  const before = t(book.stations.length === 0 ? 'all-records' : 'before-stations');
  return (
    <div className="fbk-part">
      {book.stations.length === 0 && (
        <p className="g-muted">{t(book.vectorCount > 0 ? 'only-vectors' : 'no-stations')}</p>
      )}
      <ul className="fbk-list" aria-label={t('stations')}>
        {book.stations[0]?.ordinal !== 0 && (
          <li className="fbk-station">
            <Button
              variant="quiet"
              className="fbk-name"
              aria-expanded={desk.station === 0}
              onPress={() => choose(0)}
            >
              {before}
            </Button>
            {desk.station === 0 && <StationRecords label={before} {...list} />}
          </li>
        )}
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
                // A level has none.
                Boolean(station.instrumentHeight) &&
                  t('instrument-height', { metres: metres(station.instrumentHeight) }),
                station.backsight !== null && t('backsight', { name: station.backsight }),
                station.azimuth !== null && t('azimuth', { angle: withSign(station.azimuth, unit) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
            <Computed station={computed.get(station.ordinal)} unit={unit} />
            {desk.station === station.ordinal && (
              <StationRecords label={t('station', { name: station.name })} {...list} />
            )}
          </li>
        ))}
      </ul>
      {edited && <RecordDialog record={edited} unit={unit} onClose={() => setEdited(undefined)} />}
    </div>
  );
});
