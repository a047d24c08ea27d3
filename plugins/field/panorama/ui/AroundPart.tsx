import { observer } from 'mobx-react-lite';
import type { PanoramicPlace } from '#core/protocol';
import { Button, Switch, useI18n, useService, useTranslate } from '#core/react';
import { SURROUNDINGS, type Around } from '../model/around/surroundings.ts';

/** What clouds, models and terrain around the panorama hide, and what of them is drawn. */
export const AroundPart = observer(function AroundPart({ place }: { place: PanoramicPlace }) {
  const t = useTranslate('panorama');
  const space = useService(SURROUNDINGS);
  const { allowed, around, isLoading, failure } = space;
  if (place.position[2] === undefined) return <p className="g-muted">{t('around.no-height')}</p>;
  return (
    <div className="panorama-around">
      <Switch isSelected={space.hides} onChange={(on) => space.hide(on)}>
        {t('around.hide')}
      </Switch>
      {allowed.clouds && (
        <Switch isSelected={space.drawsPoints} onChange={(on) => space.drawPoints(on)}>
          {t('around.points')}
        </Switch>
      )}
      {allowed.models && (
        <Switch isSelected={space.drawsEdges} onChange={(on) => space.drawEdges(on)}>
          {t('around.edges')}
        </Switch>
      )}
      <div role="status" aria-busy={isLoading}>
        {isLoading && <p className="g-muted">{t('around.loading')}</p>}
        {around?.placeId === place.id && <Known around={around} hides={space.hides} />}
      </div>
      {failure !== undefined && (
        <div role="alert" className="panorama-around">
          <p className="g-error">{t('around.failed', { reason: failure })}</p>
          <Button size="s" onPress={() => space.reload()}>
            {t('retry')}
          </Button>
        </div>
      )}
    </div>
  );
});

function Known({ around: { points, models, terrain }, hides }: { around: Around; hides: boolean }) {
  const t = useTranslate('panorama');
  const i18n = useI18n();
  const lines: string[] = [];
  const list = (names: readonly string[]) => names.join(', ');
  if (points && points.clouds.length > 0)
    lines.push(
      t('around.cloud', { count: i18n.number(points.sizes.length), names: list(points.clouds) }),
      ...(points.isThinned ? [t('around.cloud-thinned')] : []),
    );
  if (models && models.models.length > 0)
    lines.push(
      t('around.model', { names: list(models.models) }),
      ...(models.isThinned ? [t('around.model-thinned')] : []),
      ...(models.withoutDatum.length > 0 ? [t('around.no-datum', { names: list(models.withoutDatum) })] : []),
    );
  if (terrain === 'above') lines.push(t('around.terrain-above'));
  else if (terrain) lines.push(t('around.terrain', { name: terrain.name }));
  if (lines.length === 0) lines.push(t(hides ? 'around.nothing-hides' : 'around.nothing'));
  return lines.map((line) => (
    <p key={line} className="g-muted">
      {line}
    </p>
  ));
}
