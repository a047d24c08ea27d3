import { useState } from 'react';
import {
  Button,
  Checkbox,
  Disclosure,
  ErrorPanel,
  Select,
  Skeleton,
  Slider,
  Switch,
  useClassName,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { colourOfClass } from '#core/protocol';
import { CLOUD_VIEWS, type CloudColour, type CloudView, type ShownCloud } from '../api.ts';
import { PROJECT_CLOUDS } from '../model/stage.ts';
import { LookSection, useColours } from './LookSection.tsx';
import './clouds.css';

const OF_VIEW = 'view';

/** The clouds of the project: which are shown, and how points are drawn. */
export default function CloudsPanel() {
  const t = useTranslate('point-cloud');
  const stage = useService(PROJECT_CLOUDS);
  const clouds = useObservable(stage.clouds$, stage.clouds);
  const listed = useObservable(stage.listed$, 'loading');
  const [error, setError] = useState<unknown>();
  if (listed === 'failed')
    return (
      <ErrorPanel
        title={t('list.failed')}
        error={error}
        onRetry={() => void stage.reload().catch((thrown: unknown) => setError(thrown))}
      />
    );
  if (listed === 'loading') return <Skeleton lines={3} />;
  return (
    <div className="cloud-panel">
      {clouds.length === 0 ? (
        <p className="g-muted">{t('nothing.none.help')}</p>
      ) : (
        <ul className="cloud-list" aria-label={t('panel.title')}>
          {clouds.map((cloud) => (
            <CloudRow key={cloud.id} cloud={cloud} />
          ))}
        </ul>
      )}
      {clouds.length > 1 && clouds.every(({ isLocal }) => isLocal) && (
        <p className="g-muted">{t('local.others')}</p>
      )}
      <InView />
      <LookSection />
      <Classes />
    </div>
  );
}

function CloudRow({ cloud }: { cloud: ShownCloud }) {
  const t = useTranslate('point-cloud');
  const i18n = useI18n();
  const stage = useService(PROJECT_CLOUDS);
  const colours = useColours();
  const isLocal = cloud.isLocal && (cloud.state === 'drawn' || cloud.state === 'off');
  const isDrawable = cloud.state !== 'unready' && cloud.state !== 'unplaced';
  return (
    <li>
      <Switch
        isSelected={cloud.shown && isDrawable}
        isDisabled={!isDrawable}
        onChange={(shown) => stage.show(cloud.id, shown)}
        description={
          cloud.state === 'failed'
            ? (cloud.reason ?? t('state.failed'))
            : t(isLocal ? 'state.local' : `state.${cloud.state}`, {
                points: i18n.number(cloud.pointCount),
                crs: cloud.crs ?? '',
              })
        }
      >
        {cloud.name}
      </Switch>
      {cloud.state === 'drawn' && cloud.reason !== undefined && (
        <p className="g-error" role="alert">
          {t('incomplete', { reason: cloud.reason })}
        </p>
      )}
      {cloud.within !== undefined && (
        <p className="g-muted g-figures">
          {t('within', {
            crs: cloud.crs ?? '',
            metres: i18n.number(cloud.within, { maximumSignificantDigits: 2 }),
          })}
        </p>
      )}
      {cloud.shown && isDrawable && (
        <Disclosure title={t('own.title')}>
          <Slider
            label={t('own.opacity')}
            minValue={0.05}
            maxValue={1}
            step={0.05}
            value={cloud.opacity}
            formatOptions={{ style: 'percent' }}
            onChange={(opacity) => stage.setOpacity(cloud.id, opacity)}
          />
          <Select
            label={t('look.colour')}
            value={cloud.colour ?? OF_VIEW}
            options={[
              { value: OF_VIEW, title: t('own.as-view') },
              ...colours.map(({ colour, title }) => ({ value: colour, title })),
            ]}
            onChange={(colour) =>
              stage.setColour(cloud.id, colour === OF_VIEW ? undefined : (colour as CloudColour))
            }
          />
        </Disclosure>
      )}
    </li>
  );
}

/** How many points are seen, and how far apart. */
function InView() {
  const views = useService(CLOUD_VIEWS);
  const view = useObservable(views.current$, views.current);
  return view ? <Drawn key={view.crs} view={view} /> : null;
}

function Drawn({ view }: { view: CloudView }) {
  const t = useTranslate('point-cloud');
  const i18n = useI18n();
  const { points, spacing } = useObservable(view.drawn$, { points: 0, spacing: undefined });
  if (spacing === undefined) return null;
  const metres = i18n.number(spacing * view.unit, { maximumSignificantDigits: 2 });
  return (
    <p className="g-muted g-figures" role="status">
      {t('in-view', { points: i18n.number(points), spacing: metres })}
      {!view.localOf && (
        <>
          <br />
          {t('heights')}
        </>
      )}
    </p>
  );
}

/** Classes that are shown; those that are not are neither picked nor measured. */
function Classes() {
  const t = useTranslate('point-cloud');
  const stage = useService(PROJECT_CLOUDS);
  const look = useObservable(stage.look$, stage.look);
  const classes = useObservable(stage.classes$, []);
  const nameOf = useClassName();
  if (classes.length === 0) return null;
  const set = (of: number, shown: boolean) => {
    const hidden = new Set(look.hiddenClasses);
    if (shown) hidden.delete(of);
    else hidden.add(of);
    stage.change({ hiddenClasses: hidden });
  };
  const all = classes.every((of) => !look.hiddenClasses.has(of));
  return (
    <Disclosure title={t('classes.title')}>
      <p className="g-muted">{t('classes.help')}</p>
      {classes.map((of) => (
        <div key={of} className="cloud-class">
          <span className="cloud-key" style={{ background: hexOf(colourOfClass(of)) }} />
          <Checkbox isSelected={!look.hiddenClasses.has(of)} onChange={(shown) => set(of, shown)}>
            {nameOf(of)}
          </Checkbox>
        </div>
      ))}
      {!all && <Button onPress={() => stage.change({ hiddenClasses: new Set() })}>{t('classes.all')}</Button>}
    </Disclosure>
  );
}

function hexOf(colour: number): string {
  return `#${colour.toString(16).padStart(6, '0')}`;
}
