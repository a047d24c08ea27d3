import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { BimDeviations } from '#core/protocol';
import { Switch, useI18n, useService, useServices, useTranslate } from '#core/react';
import { SELECTION } from '#plugins/work/selection/api';
import { GRADIENT } from '../model/colours.ts';
import { scaleOf, SHOWN_RESULT } from '../model/shown-result.ts';
import { ElementButton } from './ElementButton.tsx';
import { HeightsApart } from './HeightsApart.tsx';
import { Histogram } from './Histogram.tsx';
import { More } from './More.tsx';
import { useShort } from './useShort.ts';

/** How far surveyed points are from the elements: of all, of each element, and in colours in the view. */
export const DeviationResult = observer(function DeviationResult({
  report,
  modelId,
}: {
  report: BimDeviations;
  modelId: string;
}) {
  const t = useTranslate('bim-checks');
  const i18n = useI18n();
  const shown = useService(SHOWN_RESULT);
  useEffect(() => shown.showDeviations(modelId, report), [shown, modelId, report]);
  const { all, points, rows, tolerance, reach, cloudName, surveyed } = report;
  const { first, more, left } = useShort(rows);
  const millimetres = useMillimetres();
  const scale = scaleOf(report);
  return (
    <>
      <p>
        {t('deviation.of', {
          name: cloudName,
          points: i18n.number(points),
          near: i18n.number(all?.count ?? 0),
          reach: i18n.number(reach, { maximumFractionDigits: 3 }),
        })}
      </p>
      <HeightsApart metres={report.heightsApart} />
      {all === null ? (
        <p className="bck-notice">{t('deviation.none')}</p>
      ) : (
        <>
          <dl className="bck-facts g-figures">
            <Fact title={t('mean')} value={millimetres(all.mean)} />
            <Fact title={t('sigma')} value={millimetres(all.sigma, 'auto')} />
            <Fact title={t('min')} value={millimetres(all.min)} />
            <Fact title={t('max')} value={millimetres(all.max)} />
            <Fact
              title={t('within', { tolerance: millimetres(tolerance, 'auto') })}
              value={i18n.number(all.within, { style: 'percent', maximumFractionDigits: 1 })}
            />
          </dl>
          <Histogram bars={report.histogram} reach={reach} scale={scale} />
          <Switch
            isSelected={shown.shown === 'deviations'}
            onChange={(on) => (on ? shown.showDeviations(modelId, report) : shown.clear())}
          >
            {t('deviation.colours')}
          </Switch>
          <div className="bck-scale" role="img" aria-label={t('deviation.legend')}>
            <div className="bck-gradient" style={{ background: GRADIENT }} />
            <div className="bck-ends g-figures">
              <span>{millimetres(-scale)}</span>
              <span>{t('deviation.inside')}</span>
              <span>{t('deviation.outside')}</span>
              <span>{millimetres(scale)}</span>
            </div>
          </div>
          <p className="g-muted">{t('deviation.sample', { points: i18n.number(report.sample.count) })}</p>
        </>
      )}
      <ul className="bck-list" aria-label={t('elements')}>
        {first.map((row) => (
          <li key={row.globalId}>
            <ElementButton modelId={modelId} element={row} />
            <small className="g-muted g-figures">
              {t('deviation.row', {
                count: row.count,
                points: i18n.number(row.count),
                mean: millimetres(row.mean),
                sigma: millimetres(row.sigma, 'auto'),
                min: millimetres(row.min),
                max: millimetres(row.max),
                within: i18n.number(row.within, { style: 'percent', maximumFractionDigits: 1 }),
              })}
            </small>
          </li>
        ))}
      </ul>
      <More left={left} onPress={more} />
      {surveyed.length > 0 && <Surveyed rows={surveyed} />}
    </>
  );
});

function Fact({ title, value }: { title: string; value: string }) {
  return (
    <div>
      <dt className="g-muted">{title}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The vertices that were surveyed, the farthest first; each leads to its object. */
function Surveyed({ rows }: { rows: BimDeviations['surveyed'] }) {
  const t = useTranslate('bim-checks');
  const objects = useServices().get(SELECTION, { optional: true });
  const millimetres = useMillimetres();
  const { first, more, left } = useShort(rows);
  return (
    <section className="bck-requirement">
      <h4>{t('surveyed')}</h4>
      <table className="bck-table g-figures">
        <thead>
          <tr>
            <th scope="col">{t('surveyed.element')}</th>
            <th scope="col">{t('surveyed.distance')}</th>
            <th scope="col">Δx</th>
            <th scope="col">Δy</th>
            <th scope="col">Δz</th>
          </tr>
        </thead>
        <tbody>
          {first.map(({ objectId, name, class: kind, distance, delta }, i) => (
            <tr key={`${objectId} ${i}`}>
              <th scope="row">
                <button type="button" className="bck-link" onClick={() => objects?.set([objectId])}>
                  {name ?? kind}
                </button>
              </th>
              <td>{millimetres(distance)}</td>
              {delta.map((value, axis) => (
                <td key={axis}>{millimetres(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <More left={left} onPress={more} />
    </section>
  );
}

/** Millimetres, which is what tolerances of buildings are in. */
function useMillimetres() {
  const i18n = useI18n();
  return (metres: number, signDisplay: 'auto' | 'exceptZero' = 'exceptZero'): string =>
    `${i18n.number(metres * 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay })} mm`;
}
