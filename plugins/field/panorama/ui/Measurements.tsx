import { observer } from 'mobx-react-lite';
import { allows } from '#core/access';
import type { OpenProject } from '#core/project';
import type { Position } from '#core/protocol';
import {
  Button,
  downloadText,
  useI18n,
  useProjectable,
  useService,
  useServices,
  useSetting,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { SETTINGS } from '#core/settings';
import { printerOf, type PathKind } from '#core/sketch';
import { TOOLS } from '#core/tools';
import { useObservable } from '#core/react';
import { FINISH_DRAWING } from '#plugins/draw/draw/api';
import { MEASURING } from '../model/measuring.ts';
import { csvOf, geoJsonOf } from '../model/export.ts';
import { amountText, doubtsOf, pointText } from '../model/point-text.ts';
import { OneSight } from './OneSight.tsx';
import { SuggestMatch } from './SuggestMatch.tsx';
import { areaBetween, legsOf } from '../model/values.ts';

/** The point that is being measured, the points before it, and what is between them. */
export const Measurements = observer(function Measurements({ project }: { project: OpenProject }) {
  const t = useTranslate('panorama');
  const i18n = useI18n();
  const settings = useService(SETTINGS);
  const tools = useService(TOOLS);
  const services = useServices();
  const measuring = useService(MEASURING);
  const active = useObservable(tools.active$, tools.active);
  useSetting('units');
  const [crs] = useSetting('workingCrs');
  // Loads it.
  useProjectable(crs);
  const print = printerOf(i18n, settings);
  const { sights, points, found } = measuring;
  const { me } = useService(SESSION);
  const mayDraw =
    me != null && allows(me, { needs: ['geometries.write'] }) && services.isBound(FINISH_DRAWING);
  const isMeasuring = active?.id === 'panorama.measure';
  const legs = legsOf(points);
  const area = areaBetween(points);
  const draw = (kind: PathKind) => {
    const vertices = points.map(({ position }) => [...position] as Position);
    const from = t('object.from', { names: [...new Set(points.flatMap((point) => point.from))].join(', ') });
    const path =
      kind === 'point'
        ? { vertices: vertices.slice(0, 1), more: vertices.slice(1).map((one) => [one]) }
        : { vertices };
    // If the modal cannot be loaded, the person was notified, and the points stay.
    services
      .get(FINISH_DRAWING)
      .ask({ project, kind, from, ...path })
      .catch(() => undefined);
  };
  return (
    <section className="panorama-measure" aria-label={t('tool.measure')}>
      {!isMeasuring && (
        <Button onPress={() => void tools.activate('panorama.measure')}>{t('tool.measure')}</Button>
      )}
      {isMeasuring && sights.length === 0 && <p className="g-muted">{t('hint.first')}</p>}
      {sights.length > 0 && (
        <div className="panorama-found">
          <p>
            {t('sights', { count: sights.length, names: sights.map(({ place }) => place.name).join(', ') })}
          </p>
          {typeof found === 'string' ? (
            <p className={found === 'few' ? 'g-muted' : 'g-error'} role="status">
              {t(`hint.${found === 'few' ? 'second' : found}`)}
            </p>
          ) : (
            <>
              <PointFacts lines={pointText(found, points.length + 1, i18n, settings)} />
              {doubtsOf(found).map((key) => (
                <p key={key} className="g-error">
                  {t(key)}
                </p>
              ))}
              <Button variant="primary" onPress={() => measuring.keep()}>
                {t('keep')}
              </Button>
            </>
          )}
          <SuggestMatch />
          {sights.length === 1 && <OneSight project={project} sight={sights[0]!} />}
          <Button variant="quiet" onPress={() => measuring.takeBack()}>
            {t('take-back')}
          </Button>
        </div>
      )}
      {points.length > 0 && (
        <>
          <ol className="panorama-points">
            {points.map((point, i) => (
              <li key={point.id}>
                <PointFacts lines={pointText(point, i + 1, i18n, settings, legs[i - 1])} />
              </li>
            ))}
          </ol>
          {area && (
            <dl className="panorama-values g-figures">
              <div>
                <dt>{t('quantity.area')}</dt>
                <dd>{amountText(area, print)}</dd>
              </div>
            </dl>
          )}
          <div className="panorama-actions">
            {mayDraw && (
              <Button size="s" onPress={() => draw('point')}>
                {t('object.points')}
              </Button>
            )}
            {mayDraw && points.length > 1 && (
              <Button size="s" onPress={() => draw('line')}>
                {t('object.line')}
              </Button>
            )}
            {mayDraw && points.length > 2 && (
              <Button size="s" onPress={() => draw('ring')}>
                {t('object.area')}
              </Button>
            )}
            <Button size="s" variant="quiet" onPress={() => downloadText('points.csv', csvOf(points))}>
              {t('export.csv')}
            </Button>
            <Button
              size="s"
              variant="quiet"
              onPress={() => downloadText('points.geojson', geoJsonOf(points))}
            >
              {t('export.geojson')}
            </Button>
            <Button size="s" variant="quiet" onPress={() => measuring.clear()}>
              {t('clear')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
});

function PointFacts({ lines: { title, lines } }: { lines: { title: string; lines: readonly string[] } }) {
  return (
    <>
      <strong>{title}</strong>
      {lines.map((line) => (
        <span key={line} className="g-figures">
          {line}
        </span>
      ))}
    </>
  );
}
