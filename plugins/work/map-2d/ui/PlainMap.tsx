import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { Lifetime } from '#core/kernel';
import { Icon, IconButton, useService, useTranslate, ViewerButtons } from '#core/react';
import { keyGestureOf } from '#core/tools';
import type { PlainMapProps, WorkspaceMap } from '../api.ts';
import { pressOnMap } from '../model/keyboard.ts';
import { OPEN_PLAIN_MAP } from '../model/open-map.ts';
import { MapFoot } from './MapFoot.tsx';
import './Workspace.css';

/** A flat map outside the workspace, with its buttons and keys. */
export function PlainMap({ label, document, whole, onOpen, isDrawing, onKey, children }: PlainMapProps) {
  const t = useTranslate('map-2d');
  const openMap = useService(OPEN_PLAIN_MAP);
  const element = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<WorkspaceMap>();
  const extent = useEffectEvent(() => whole?.());
  const opened = useEffectEvent((made: WorkspaceMap) => onOpen(made));
  useEffect(() => {
    const lifetime = new Lifetime();
    const made = lifetime.add(openMap(element.current!, document, () => extent()));
    lifetime.add(opened(made));
    setMap(made);
    return () => lifetime.dispose();
  }, [openMap, document]);

  const showAll = () => {
    if (map?.whole) map.fly(map.whole);
  };
  const press = (event: KeyboardEvent) => {
    if (!map || event.target !== element.current) return;
    const key = keyGestureOf(event);
    const used =
      onKey?.(event.key) || own(event.key, map, showAll) || pressOnMap(map, key, isDrawing !== true);
    if (!used) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="map2d-plain">
      <div
        ref={element}
        className="map2d-map"
        role="application"
        aria-roledescription={t('map.role')}
        aria-label={label}
        tabIndex={0}
        onKeyDown={press}
        onPointerDown={() => map?.setKeyboardCursor(undefined)}
        onBlur={() => map?.setKeyboardCursor(undefined)}
      />
      <ViewerButtons label={t('controls.label')}>
        <IconButton
          label={t('command.zoom-in')}
          keys="+"
          placement="start"
          icon={<Icon name="plus" />}
          onPress={() => map?.zoomBy(1)}
        />
        <IconButton
          label={t('command.zoom-out')}
          keys="-"
          placement="start"
          icon={<Icon name="minus" />}
          onPress={() => map?.zoomBy(-1)}
        />
        <IconButton
          label={t('plain.extent')}
          keys="Home"
          placement="start"
          icon={<Icon name="extent" />}
          onPress={showAll}
        />
      </ViewerButtons>
      {map && <MapFoot map={map} />}
      {children}
    </div>
  );
}

/** Keys that are commands in the workspace. */
function own(key: string, map: WorkspaceMap, showAll: () => void): boolean {
  if (key === '+' || key === '=') map.zoomBy(1);
  else if (key === '-') map.zoomBy(-1);
  else if (key === 'Home') showAll();
  else return false;
  return true;
}
