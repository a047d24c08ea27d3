import { createElement, useEffect, useEffectEvent, useState } from 'react';
import { HIT_TOLERANCE } from '#core/mapview';
import { useService } from '#core/react';
import { PLAIN_MAP, type WorkspaceMap } from '#plugins/work/map-2d/api';
import { LAYERS, PageDocument, type Shown } from '../model/points-on-map.ts';

/** Zoom to which a single point is shown. */
const CLOSE = 17;

interface PageMapProps {
  label: string;
  shown: readonly Shown[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

/** Shows results on a map; pressing one chooses it. */
export function PageMap({ label, shown, chosen, onChoose }: PageMapProps) {
  const plainMap = useService(PLAIN_MAP);
  const [document] = useState(() => new PageDocument());
  const [map, setMap] = useState<WorkspaceMap>();
  const choose = useEffectEvent(onChoose);
  useEffect(() => {
    document.put(shown);
    if (map && document.extent) map.fly(document.extent, { zoom: CLOSE, animate: false });
  }, [document, map, shown]);
  useEffect(() => {
    if (!map) return;
    map.setLayers(LAYERS);
    const listening = map.listen(({ kind, pixel, pointer }) => {
      const [hit] = kind === 'click' ? map.pick(pixel, HIT_TOLERANCE[pointer]) : [];
      if (hit) choose(hit.object.id);
    });
    return () => listening.dispose();
  }, [map]);
  useEffect(() => {
    const object = chosen === undefined ? undefined : document.get(chosen);
    map?.highlight('selected', object ? [object.id] : []);
    if (!map || object?.location.type !== 'Point') return;
    const [longitude, latitude] = object.location.coordinates;
    const [west, south, east, north] = map.camera.extent;
    const isSeen = longitude > west && longitude < east && latitude > south && latitude < north;
    if (!isSeen) map.fly([longitude, latitude]);
  }, [map, document, chosen, shown]);
  return (
    <div className="kmr-map">
      {createElement(plainMap, {
        label,
        document,
        whole: () => document.extent,
        onOpen: (made) => {
          setMap(made);
          return () => setMap(undefined);
        },
      })}
    </div>
  );
}
