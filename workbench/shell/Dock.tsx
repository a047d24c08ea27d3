import { useEffect, useEffectEvent, useRef } from 'react';
import { VIEWS } from '#core/mapview';
import { PANELS, type Contribution } from '#core/plugin';
import {
  Contributed,
  Icon,
  NARROW,
  Panel,
  Skeleton,
  Splitter,
  ToggleButton,
  Toolbar,
  useContributions,
  useMedia,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { keyGestureOf, matchesKeys } from '#core/tools';
import { isTyping } from '../keys.ts';
import { CommandBar } from './CommandBar.tsx';
import { BELOW, DOCK, useDockState } from './dock-state.ts';
import { useTitles } from './titles.ts';
import './Dock.css';

/** The panels are to the right of and below the splitters that resize them. */
const BEHIND = { step: 16, perPixel: () => -1 } as const;

/**
 * One panel beside the map, one below it, and the strip of buttons that selects them. On a phone the side panel is
 * below the map, the lower panel is a page, and the strip also holds the commands.
 */
export function Dock() {
  const t = useTranslate('shell');
  const titleOf = useTitles();
  const views = useService(VIEWS);
  const viewers = useObservable(views.open$, views.open);
  const panels = useContributions('panels').filter(
    ({ viewer }) => !viewer || viewers.some(({ kind }) => [viewer].flat().some((one) => one === kind)),
  );
  const narrow = useMedia(NARROW);
  const [dock, setDock] = useDockState();
  const first = panels.find(({ open, place }) => open && !place)?.id;
  const openId = dock.panel === undefined ? (narrow ? undefined : first) : (dock.panel ?? undefined);
  const open = panels.find(({ id, place }) => id === openId && !place);
  const below = panels.find(({ id, place }) => id === dock.below && place);
  const toggle = (id: string) =>
    panels.some((panel) => panel.id === id && panel.place)
      ? setDock({ below: id === below?.id ? null : id })
      : setDock({ panel: id === openId ? null : id });
  useKeys(panels, toggle);
  useRequests((id) => {
    const asked = panels.find((panel) => panel.id === id);
    if (asked) setDock(asked.place ? { below: id } : { panel: id });
  });

  return (
    <>
      {open && (
        <div className="shell-dock" style={{ inlineSize: narrow ? undefined : dock.width }}>
          {!narrow && (
            <Splitter
              {...BEHIND}
              {...DOCK}
              className="shell-edge"
              label={t('panels.width')}
              orientation="vertical"
              value={dock.width}
              onChange={(width) => setDock({ width })}
            />
          )}
          <Panel
            title={titleOf(open)}
            icon={<Icon name={open.icon} />}
            onClose={() => setDock({ panel: null })}
          >
            <Contributed contribution={open} fallback={<Skeleton lines={5} />} />
          </Panel>
        </div>
      )}
      {below && (
        <div className="shell-below" style={{ blockSize: narrow ? undefined : dock.height }}>
          {!narrow && (
            <Splitter
              {...BEHIND}
              {...BELOW}
              className="shell-edge-top"
              label={t('panels.height')}
              orientation="horizontal"
              value={dock.height}
              onChange={(height) => setDock({ height })}
            />
          )}
          <Panel
            title={titleOf(below)}
            icon={<Icon name={below.icon} />}
            onClose={() => setDock({ below: null })}
            flush
          >
            <Contributed contribution={below} fallback={<Skeleton lines={5} />} />
          </Panel>
        </div>
      )}
      <div className="shell-strip">
        {narrow && <CommandBar />}
        <Toolbar
          label={t('panels')}
          orientation={narrow ? 'horizontal' : 'vertical'}
          className="shell-panels"
        >
          {panels.map((panel) => (
            <ToggleButton
              key={panel.id}
              label={titleOf(panel)}
              keys={panel.keys}
              icon={<Icon name={panel.icon} size={18} />}
              placement={narrow ? 'top' : 'start'}
              isSelected={panel === open || panel === below}
              onChange={() => toggle(panel.id)}
            />
          ))}
        </Toolbar>
      </div>
    </>
  );
}

/** Opens the panels that tools ask for. */
function useRequests(open: (id: string) => void): void {
  const panels = useService(PANELS);
  const newest = useEffectEvent(open);
  useEffect(() => {
    const asked = panels.opened$.subscribe((id) => newest(id));
    return () => asked.unsubscribe();
  }, [panels]);
}

function useKeys(panels: readonly Contribution<'panels'>[], toggle: (id: string) => void): void {
  const newest = useRef({ panels, toggle });
  useEffect(() => {
    newest.current = { panels, toggle };
  });
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || isTyping(event)) return;
      const pressed = keyGestureOf(event);
      const panel = newest.current.panels.find(({ keys }) => keys && matchesKeys(keys, pressed));
      if (!panel) return;
      event.preventDefault();
      newest.current.toggle(panel.id);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
