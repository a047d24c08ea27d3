import { useEffect, useMemo, useState } from 'react';
import { BehaviorSubject, map as mapped, of } from 'rxjs';
import { canProject, contains, crsOf, operationOf, printCoordinates } from '#core/geodesy';
import type { Language, Position } from '#core/protocol';
import { PROJECTS } from '#core/project';
import {
  Badge,
  Button,
  Icon,
  IconButton,
  Popover,
  Spinner,
  Switch,
  ToggleButton,
  onDemand,
  useI18n,
  useObservable,
  useProjectable,
  useService,
  useSetting,
  useTranslate,
} from '#core/react';
import type { SnapSetting } from '#core/sketch';
import { MAPS, type WorkspaceMap } from '../api.ts';
import { scaleOf } from '../model/scale.ts';

const CrsPicker = onDemand(() => import('./CrsPicker.tsx'));

function useMap(): WorkspaceMap | undefined {
  const maps = useService(MAPS);
  return useObservable(maps.current$, maps.current);
}

/** Coordinates of the pointer in the working CRS; without a pointer, of the map's centre. */
export function Coordinates() {
  const t = useTranslate('map-2d');
  const i18n = useI18n();
  const map = useMap();
  const [crs] = useSetting('workingCrs');
  const isShown = useFirstPointer(map) || canProject(crs);
  const known = useProjectable(isShown ? crs : 'EPSG:4326');
  const position = usePointer(map);
  if (!map || !position) return null;
  if (map.localOf) return <LocalCoordinates of={map.localOf(position)} />;
  const system = crsOf(known);
  const text = printed(position, known, i18n.language);
  const isOutside = text !== undefined && system?.bounds && !contains(system.bounds, position);
  const operation = operationOf(known, position);
  const how =
    operation.accuracy === undefined
      ? t('status.accuracy.unstated')
      : t('status.accuracy', { metres: i18n.number(operation.accuracy) });
  const names = operation.names.map((name) =>
    operation.kind === 'grid' ? t('status.grid', { name }) : name,
  );
  const shifted = operation.kind === 'grid' || operation.kind === 'parameters';
  const outside = operation.outside ? [t('status.grid.outside', { name: operation.outside.join(', ') })] : [];
  const title = [system?.name, ...names, ...(shifted ? [how] : []), ...outside];
  return (
    <>
      {isShown ? (
        <span className="g-figures" title={title.join(' · ')}>
          {text ?? t('status.outside')}
        </span>
      ) : (
        <span className="g-muted" title={t('status.pointer')}>
          …
        </span>
      )}
      <Popover
        label={t('crs.title')}
        placement="top"
        className="map2d-crs"
        trigger={
          <Button variant="quiet" size="s">
            {isShown ? known : crs}
          </Button>
        }
      >
        {(close) => <CrsPicker close={close} fallback={<Spinner />} />}
      </Popover>
      {isShown && isOutside && (
        <span title={t('status.outside-area.help', { crs: known })}>
          <Badge kind="warning">{t('status.outside-area')}</Badge>
        </span>
      )}
      {operation.kind === 'ballpark' && (
        <span title={t('status.ballpark.help')}>
          <Badge kind="danger">{t('status.ballpark')}</Badge>
        </span>
      )}
    </>
  );
}

/** Undefined where the system cannot show the place. */
function printed(position: Position, crs: string, locale: Language): string | undefined {
  try {
    // A tenth of a metre: a pointer is no finer.
    return printCoordinates(position, { crs, locale, digits: crsOf(crs)?.geographic ? 6 : 1 });
  } catch {
    return undefined;
  }
}

function LocalCoordinates({ of: coordinates }: { of: readonly [number, number, number] }) {
  const t = useTranslate('map-2d');
  const i18n = useI18n();
  const [x, y, z] = coordinates.map((one) =>
    i18n.number(one, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  );
  return (
    <>
      <span className="g-figures">{`x ${x}  y ${y}  z ${z}`}</span>
      <span className="g-muted">{t('status.local')}</span>
    </>
  );
}

/** Milliseconds after which coordinates are shown without a pointer. */
const NO_POINTER = 8_000;

/**
 * Returns whether somebody has pointed at the map, or has had the time to: what computes coordinates is not loaded
 * with the first view.
 */
function useFirstPointer(map: WorkspaceMap | undefined): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (!map || isDue) return;
    const timer = setTimeout(() => setDue(true), NO_POINTER);
    const listening = map.listen(() => setDue(true));
    return () => {
      clearTimeout(timer);
      listening.dispose();
    };
  }, [map, isDue]);
  return isDue;
}

function usePointer(map: WorkspaceMap | undefined): Position | undefined {
  const [pointed, setPointed] = useState<Position>();
  useEffect(() => {
    if (!map) return;
    let frame = 0;
    let last: Position | undefined;
    const subscription = map.listen(({ kind, position }) => {
      last = kind === 'leave' ? undefined : position;
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        setPointed(last);
      });
    });
    return () => {
      subscription.dispose();
      cancelAnimationFrame(frame);
    };
  }, [map]);
  const center$ = useMemo(
    () => (map ? map.camera$.pipe(mapped(({ center }) => center)) : of(undefined)),
    [map],
  );
  const center = useObservable(center$, map?.camera.center);
  return pointed ?? center;
}

/** The scale, on a screen with standard CSS pixels. */
export function Scale() {
  const i18n = useI18n();
  const map = useMap();
  const scale$ = useMemo(
    () => (map ? map.camera$.pipe(mapped(({ resolution }) => scaleOf(resolution))) : of(undefined)),
    [map],
  );
  const scale = useObservable(scale$, undefined);
  return scale === undefined ? null : <span className="g-figures">1 : {i18n.number(scale)}</span>;
}

/** The snapping switch. */
export function Snapping() {
  const t = useTranslate('map-2d');
  const [on, set] = useSetting('snapping');
  return (
    <>
      <ToggleButton
        label={on ? t('status.snapping.on') : t('status.snapping.off')}
        icon={<Icon name="snap" size={14} />}
        placement="top"
        size="s"
        isSelected={on}
        onChange={set}
      />
      <Popover
        label={t('status.snapping.what')}
        placement="top"
        className="map2d-snaps"
        trigger={
          <IconButton
            size="s"
            label={t('status.snapping.what')}
            icon={<Icon name="chevron-up" size={14} />}
            placement="top"
          />
        }
      >
        {() => SNAPS.map((key) => <SnapSwitch key={key} of={key} isDisabled={!on} />)}
      </Popover>
    </>
  );
}

const SNAPS: readonly SnapSetting[] = [
  'snapVertex',
  'snapIntersection',
  'snapMidpoint',
  'snapEdge',
  'snapPerpendicular',
  'snapCentre',
  'snapExtension',
];

function SnapSwitch({ of: key, isDisabled }: { of: SnapSetting; isDisabled: boolean }) {
  const t = useTranslate('map-2d');
  const [on, set] = useSetting(key);
  return (
    <Switch isSelected={on} isDisabled={isDisabled} onChange={set}>
      {t(`settings.${key}`)}
    </Switch>
  );
}

const IDLE = new BehaviorSubject({ inFlight: 0, error: undefined as string | undefined });

/** Objects being loaded, or why loading failed. */
export function Loading() {
  const t = useTranslate('map-2d');
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  const { inFlight, error } = useObservable(project?.loading$ ?? IDLE, IDLE.value);
  if (inFlight > 0)
    return (
      <span role="status">
        <Spinner /> {t('status.loading')}
      </span>
    );
  return error === undefined ? null : (
    <span role="status" className="map2d-warning">
      <Icon name="warning" size={14} /> {t('status.failed', { error })}
    </span>
  );
}
