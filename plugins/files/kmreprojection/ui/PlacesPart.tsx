import { observer } from 'mobx-react-lite';
import { Button, downloadText, Icon, Table, TextArea, useI18n, useTranslate } from '#core/react';
import type { PlacedChainage } from '../model/kilometres.ts';
import {
  placesCsv,
  placesGeojson,
  printKilometres,
  printMetres,
  printPlace,
} from '../model/station-outputs.ts';
import type { StationPartProps } from './StationsPart.tsx';
import { Unread } from './Unread.tsx';
import { useStationTitles } from './useStationTitles.ts';

/** From chainages and offsets to places. */
export const PlacesPart = observer(function PlacesPart({ kilometres, chosen, onChoose }: StationPartProps) {
  const t = useTranslate('kmreprojection');
  const i18n = useI18n();
  const { crs } = kilometres;
  const titles = useStationTitles(crs);
  const { rows, unread } = kilometres.chainages;
  const locale = i18n.language;
  const note = ({ isBeyond }: PlacedChainage) => (isBeyond ? t('places.beyond') : '');
  return (
    <div className="kmr-part">
      <TextArea
        label={t('places.text')}
        description={t('places.help')}
        rows={4}
        value={kilometres.chainageText}
        onChange={(text) => kilometres.set('chainageText', text)}
        spellCheck="false"
      />
      <Unread lines={unread} />
      {rows.length > 0 && (
        <>
          <div className="kmr-actions">
            <Button
              icon={<Icon name="download" />}
              onPress={() => downloadText('places.csv', placesCsv(rows, crs, locale, titles, note))}
            >
              CSV
            </Button>
            <Button
              icon={<Icon name="download" />}
              onPress={() => downloadText('places.geojson', placesGeojson(rows))}
            >
              GeoJSON
            </Button>
          </div>
          <Table
            label={t('places')}
            className="kmr-table"
            isVirtual
            rows={rows}
            rowId={({ line }) => String(line)}
            rowText={({ name }) => name}
            selection="single"
            selected={new Set(chosen === undefined ? [] : [chosen])}
            onSelect={(ids) => onChoose([...ids][0])}
            columns={[
              {
                id: 'chainage',
                title: titles.chainage,
                width: 116,
                cell: ({ chainage }) => (
                  <span className="g-figures">{printKilometres(chainage, locale)}</span>
                ),
              },
              {
                id: 'offset',
                title: titles.offset,
                align: 'end',
                secondary: true,
                width: 88,
                cell: ({ offset }) => printMetres(offset, locale),
              },
              { id: 'x', title: titles.x, align: 'end', cell: (row) => printPlace(row, crs, locale)[0] },
              { id: 'y', title: titles.y, align: 'end', cell: (row) => printPlace(row, crs, locale)[1] },
              {
                id: 'name',
                title: titles.name,
                secondary: true,
                cell: (row) => [row.name, note(row)].filter(Boolean).join(' – '),
              },
            ]}
          />
        </>
      )}
    </div>
  );
});
