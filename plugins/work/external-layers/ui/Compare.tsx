import { autorun } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { VIEWS, type Pixel } from '#core/mapview';
import { Icon, IconButton, Select, ToggleButton, useObservable, useService, useTranslate } from '#core/react';
import { LAYOUT } from '#plugins/work/map-2d/api';
import { COMPARISON, type Comparison } from '../model/comparison.ts';
import { EXTERNAL_LAYERS } from '../model/project-external-layers.ts';
import { SpyglassHandle } from './SpyglassHandle.tsx';
import { SWIPE, SwipeLine } from './SwipeLine.tsx';
import './compare.css';

/** The line or the spyglass on the flat map, and what is compared. */
export default function Compare() {
  return <OnMap comparison={useService(COMPARISON)} />;
}

const OnMap = observer(function OnMap({ comparison }: { comparison: Comparison }) {
  const place = useRef<HTMLDivElement>(null);
  const size = useSize(place);
  const views = useService(VIEWS);
  const open = useObservable(views.open$, views.open);
  const layout = useService(LAYOUT);
  const share = useObservable(layout.share$, layout.share) ?? 1;
  const view = open.find(({ kind }) => kind === '2d');
  useEffect(() => {
    const stop = autorun(() => view?.setLayerWindow?.(comparison.windowOn(size)));
    return () => {
      stop();
      view?.setLayerWindow?.(undefined);
    };
  }, [view, comparison, size]);
  // A mouse carries the spyglass; fingers and keys move it by its handle.
  useEffect(() => {
    const listening = view?.listen(({ kind, pointer, pixel: [x, y] }) => {
      if (kind === 'move' && pointer === 'mouse' && comparison.kind === 'spyglass' && size[0] > 0)
        comparison.moveSpyglass([x / size[0], y / size[1]]);
    });
    return () => listening?.dispose();
  }, [view, comparison, size]);
  return (
    <div ref={place} className="ext-compare" style={{ inlineSize: `${share * 100}%` }}>
      {comparison.kind === 'swipe' ? (
        <SwipeLine comparison={comparison} width={size[0]} />
      ) : (
        <SpyglassHandle comparison={comparison} size={size} />
      )}
      <Choices comparison={comparison} />
    </div>
  );
});

const Choices = observer(function Choices({ comparison }: { comparison: Comparison }) {
  const t = useTranslate('external-layers');
  const layers = useService(EXTERNAL_LAYERS);
  const options = [
    ...layers.arranged
      .filter(({ visible }) => visible)
      .map(({ layer }) => ({ value: layer.id, title: layer.name }))
      .reverse(),
    { value: 'background', title: t('compare.background') },
    { value: 'objects', title: t('compare.objects') },
  ];
  const isThere = options.some(({ value }) => value === comparison.layer);
  return (
    <div className="ext-compare-bar" role="group" aria-label={t('compare')} data-keep-clear>
      <Select
        label={t('compare.layer')}
        hideLabel
        options={options}
        value={isThere ? comparison.layer : null}
        onChange={(layer) => comparison.setLayer(layer)}
      />
      {(['swipe', 'spyglass'] as const).map((kind) => (
        <ToggleButton
          key={kind}
          label={t(`compare.${kind}`)}
          icon={<Icon name={kind === 'swipe' ? SWIPE : 'search'} />}
          isSelected={comparison.kind === kind}
          onChange={() => comparison.setKind(kind)}
        />
      ))}
      <IconButton label={t('compare.end')} icon={<Icon name="close" />} onPress={() => comparison.end()} />
    </div>
  );
});

function useSize(place: React.RefObject<HTMLElement | null>): Pixel {
  const [size, setSize] = useState<Pixel>([0, 0]);
  useEffect(() => {
    const element = place.current!;
    const observing = new ResizeObserver(() => setSize([element.clientWidth, element.clientHeight]));
    observing.observe(element);
    return () => observing.disconnect();
  }, [place]);
  return size;
}
