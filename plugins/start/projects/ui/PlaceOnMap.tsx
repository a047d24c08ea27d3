import { createElement, useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { ObjectDocument, type MapObject } from '#core/document';
import { sentenceOf } from '#core/kernel';
import { HOST } from '#core/plugin';
import type { FoundPlace } from '#core/protocol';
import { Skeleton, useService, useTranslate } from '#core/react';
import { PLAIN_MAP, type PlainMapProps, type WorkspaceMap } from '#plugins/work/map-2d/api';
import { locationOf } from '../model/place.ts';

/** Zoom at which a point is shown. */
const CLOSE = 13;
const STYLE = { stroke: '#ffffff', width: 2, fill: '#d55e00', radius: 7 };
const LAYERS = [{ typeName: 'place', visible: true, opacity: 1, style: STYLE, locked: true }];

interface PlaceOnMapProps {
  found: FoundPlace | undefined;
  /** Longitude and latitude. */
  onChoose: (position: [number, number]) => void;
}

/** A map on which a click says where the new project lies. */
export default function PlaceOnMap({ found, onChoose }: PlaceOnMapProps) {
  const t = useTranslate('projects');
  const host = useService(HOST);
  const [plainMap, setPlainMap] = useState<ComponentType<PlainMapProps>>();
  const [error, setError] = useState<string>();
  const [document] = useState(() => new ObjectDocument('place'));
  const [map, setMap] = useState<WorkspaceMap>();
  const choose = useEffectEvent(onChoose);
  useEffect(() => {
    host.service<ComponentType<PlainMapProps>>('map-2d', String(PLAIN_MAP)).then(
      (component) => setPlainMap(() => component),
      (failure: unknown) => setError(sentenceOf(failure)),
    );
  }, [host]);
  useEffect(() => {
    if (!map) return;
    map.setLayers(LAYERS);
    const listening = map.listen(({ kind, position }) => {
      if (kind === 'click' && position) choose([position[0], position[1]]);
    });
    return () => listening.dispose();
  }, [map]);
  useEffect(() => {
    const after: MapObject | undefined = found && {
      id: 'place',
      typeName: 'place',
      location: { type: 'Point', coordinates: found.position },
      properties: {},
      relatesTo: [],
    };
    document.apply([{ id: 'place', before: document.get('place'), after }], 'load');
    if (!map || !found) return;
    const [longitude, latitude] = found.position;
    const [west, south, east, north] = map.camera.extent;
    const isSeen = longitude > west && longitude < east && latitude > south && latitude < north;
    if (locationOf(found).type === 'Polygon') map.fly(found.extent!, { animate: false });
    else if (!isSeen) map.fly(found.position, { zoom: CLOSE, animate: false });
  }, [document, map, found]);
  if (error !== undefined) return <p className="g-error">{error}</p>;
  if (!plainMap) return <Skeleton lines={4} />;
  return (
    <div className="projects-place-map">
      {createElement(plainMap, {
        label: t('place.map'),
        document,
        onOpen: (made) => {
          setMap(made);
          return () => setMap(undefined);
        },
        isDrawing: true,
      })}
    </div>
  );
}
