import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { copyText } from '#core/browser';
import {
  Button,
  downloadText,
  FileButton,
  Icon,
  IconButton,
  Select,
  TextArea,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { pointsCsv, pointsGeojson, tabbed } from '../model/outputs.ts';
import type { Shown } from '../model/points-on-map.ts';
import type { AxisOrder, Columns } from '../model/read-points.ts';
import type { HeightMode } from '../model/reproject.ts';
import type { PointReprojection, ReprojectionResult } from '../model/reprojection.ts';
import { CrsPicker } from './CrsPicker.tsx';
import { Operations } from './Operations.tsx';
import { PageMap } from './PageMap.tsx';
import { PointsTable } from './PointsTable.tsx';
import { useColumnTitles } from './useColumnTitles.ts';
import { Unread } from './Unread.tsx';

const COLUMNS: readonly Columns[] = ['auto', 'name-height', 'name', 'coordinates-height', 'coordinates'];
const ORDERS: readonly AxisOrder[] = ['auto', 'en', 'ne'];
const HEIGHTS: readonly HeightMode[] = ['keep', 'toGeoid', 'toEllipsoid'];
const TEXT_FILES = ['.csv', '.txt', '.tsv', '.xyz', '.asc', '.pts'];

/** Pasted points from one system to another. */
export const PointsTab = observer(function PointsTab({ points }: { points: PointReprojection }) {
  const t = useTranslate('kmreprojection');
  const { result, error, state } = points;
  const isKnown = error === 'unknown-crs' || error === 'too-many-lines';
  return (
    <div className="kmr-tab">
      <div className="kmr-systems">
        <CrsPicker label={t('from')} value={points.from} onChange={points.setFrom} />
        <IconButton label={t('swap')} icon={<Icon name="swap" />} onPress={points.swap} />
        <CrsPicker label={t('to')} value={points.to} onChange={points.setTo} />
      </div>
      <div className="kmr-options">
        <Select
          label={t('columns')}
          value={points.columns}
          options={COLUMNS.map((value) => ({ value, title: t(`columns.${value}`) }))}
          onChange={(value) => points.setColumns(value as Columns)}
        />
        <Select
          label={t('order')}
          value={points.order}
          options={ORDERS.map((value) => ({ value, title: t(`order.${value}`) }))}
          onChange={(value) => points.setOrder(value as AxisOrder)}
        />
        <Select
          label={t('heights')}
          value={points.heights}
          options={HEIGHTS.map((value) => ({ value, title: t(`heights.${value}`) }))}
          onChange={(value) => points.setHeights(value as HeightMode)}
        />
        <FileButton
          accept={TEXT_FILES}
          icon={<Icon name="import" />}
          onFile={(file) => void file.text().then(points.setText)}
        >
          {t('file.text')}
        </FileButton>
      </div>
      <TextArea
        label={t('text')}
        description={t('text.help')}
        className="kmr-text"
        rows={8}
        value={points.text}
        onChange={points.setText}
        error={error === undefined ? undefined : isKnown ? t(`error.${error}`) : error}
        spellCheck="false"
      />
      {result && <Result points={points} result={result} />}
      {!result && state === 'computing' && <p role="status">{t('computing')}</p>}
    </div>
  );
});

interface ResultProps {
  points: PointReprojection;
  result: ReprojectionResult;
}

const Result = observer(function Result({ points, result }: ResultProps) {
  const t = useTranslate('kmreprojection');
  const i18n = useI18n();
  const toasts = useService(TOASTS);
  const titles = useColumnTitles();
  const { rows, read, to, heights } = result;
  const shown = useMemo(
    () =>
      rows.map(({ line, name, position }): Shown => ({
        id: String(line),
        kind: 'point',
        label: name || String(line),
        location: { type: 'Point', coordinates: position },
      })),
    [rows],
  );
  const locale = i18n.language;
  const copy = async (): Promise<void> => {
    const copied = (await copyText(tabbed(rows, to, locale, titles))) === 'clipboard';
    if (copied) toasts.show('success', t('copied', { count: rows.length, points: i18n.number(rows.length) }));
    else toasts.show('error', t('copy.failed'));
  };
  const name = `points-${to.replace(':', '-')}`;
  return (
    <>
      <Unread lines={read.unread} />
      {rows.length > 0 && (
        <>
          <p className="g-muted">
            {t('read', { count: rows.length, points: i18n.number(rows.length) })}{' '}
            {t(read.hasNames ? 'read.names' : 'read.noNames')} {t(`read.${read.order}`)}
          </p>
          <Operations result={result} />
          <div className="kmr-actions">
            <Button variant="primary" icon={<Icon name="copy" />} onPress={() => void copy()}>
              {t('copy')}
            </Button>
            <Button
              icon={<Icon name="download" />}
              onPress={() => downloadText(`${name}.csv`, pointsCsv(rows, to, locale, titles))}
            >
              CSV
            </Button>
            <Button
              icon={<Icon name="download" />}
              onPress={() => downloadText(`${name}.geojson`, pointsGeojson(rows, to, heights))}
            >
              GeoJSON
            </Button>
            <span className="g-muted">{t('geojson.help')}</span>
          </div>
          <div className="kmr-result">
            <PointsTable points={points} result={result} />
            <PageMap
              label={t('map')}
              shown={shown}
              chosen={points.chosen === undefined ? undefined : String(points.chosen)}
              onChoose={(id) => points.choose(Number(id))}
            />
          </div>
        </>
      )}
    </>
  );
});
