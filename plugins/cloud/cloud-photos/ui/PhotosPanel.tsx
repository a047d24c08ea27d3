import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { Button as Pressable } from 'react-aria-components';
import {
  EmptyState,
  ErrorPanel,
  Icon,
  Skeleton,
  Slider,
  Switch,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { CLOUD_STAGE } from '#plugins/cloud/point-cloud/api';
import { CLOUD_PHOTOS, DISTANCES } from '../model/photos-in-space.ts';
import './cloud-photos.css';

/** The photos of the clouds in view. */
export default observer(function PhotosPanel() {
  const t = useTranslate('cloud-photos');
  const i18n = useI18n();
  const photos = useService(CLOUD_PHOTOS);
  const stage = useService(CLOUD_STAGE);
  const clouds = useObservable(stage.clouds$, stage.clouds);
  useEffect(() => void photos.read(), [photos, clouds]);
  const { placed, error, lacking, place, listed } = photos;
  if (clouds.some(({ isLocal, shown }) => isLocal && shown))
    return (
      <EmptyState icon={<Icon name="camera" size={20} />} title={t('local')}>
        {t('local.help')}
      </EmptyState>
    );
  if (error !== undefined)
    return <ErrorPanel title={t('failed')} error={error} onRetry={() => void photos.read(true)} />;
  if (!placed) return <Skeleton lines={3} />;
  const seeing = listed.filter(({ metres }) => metres !== undefined).length;
  return (
    <div className="cph-panel">
      {placed.length === 0 ? (
        <EmptyState icon={<Icon name="camera" size={20} />} title={t('none')}>
          {t('none.help')}
        </EmptyState>
      ) : (
        <>
          <Switch isSelected={photos.isShown} onChange={(shown) => photos.show(shown)}>
            {t('show')}
          </Switch>
          <Slider
            label={t('distance')}
            value={photos.distance}
            minValue={DISTANCES.min}
            maxValue={DISTANCES.max}
            step={DISTANCES.step}
            formatOptions={{ style: 'unit', unit: 'meter' }}
            onChange={(metres) => photos.stand(metres)}
          />
          <p className="g-muted" role="status">
            {place
              ? t('seeing', { seeing: i18n.number(seeing), all: i18n.number(placed.length) })
              : t('count', { count: placed.length })}
          </p>
          <ul className="cph-list" aria-label={t('title')}>
            {listed.map(({ image, metres }) => (
              <li key={image.id} className={image.id === photos.chosenId ? 'cph-chosen' : undefined}>
                <Pressable
                  className="cph-row"
                  aria-label={t('open', { name: image.name })}
                  onPress={() => photos.choose(image.id)}
                >
                  <span>{image.name}</span>
                  {metres !== undefined && (
                    <span className="g-muted g-figures">
                      {t('from', { metres: i18n.number(metres, { maximumFractionDigits: 1 }) })}
                    </span>
                  )}
                </Pressable>
              </li>
            ))}
          </ul>
        </>
      )}
      {[...lacking].map(([lack, count]) => (
        <p key={lack} className="g-muted">
          {t(`lack.${lack}`, { count })}
        </p>
      ))}
    </div>
  );
});
