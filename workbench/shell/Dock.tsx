import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { VIEWS } from '#core/mapview';
import type { Contribution } from '#core/plugin';
import {
  Contributed,
  Icon,
  NARROW,
  Panel,
  Skeleton,
  ToggleButton,
  Toolbar,
  useContributions,
  useMedia,
  useObservable,
  useService,
  useTranslate,
  whileDragged,
} from '#core/react';
import { keyGestureOf, matchesKeys } from '#core/tools';
import { isTyping } from '../keys.ts';
import { CommandBar } from './CommandBar.tsx';
import { BELOW, DOCK, useDockState, within } from './dock-state.ts';
import { useTitles } from './titles.ts';
import './Dock.css';

/**
 * One panel beside the map, one below it, and the strip that chooses which; on a phone the panel beside is a sheet from
 * below, the one below a page, and the strip holds the commands, too.
 */
export function Dock() {
  const t = useTranslate('shell');
  const titleOf = useTitles();
  const views = useService(VIEWS);
  const viewers = useObservable(views.open$, views.open);
  const panels = useContributions('panels').filter(
    ({ viewer }) => !viewer || viewers.some(({ kind }) => kind === viewer),
  );
  const narrow = useMedia(NARROW);
  const [kept, keep] = useDockState();
  const first = panels.find(({ open, place }) => open && !place)?.id;
  const openId = kept.panel === undefined ? (narrow ? undefined : first) : (kept.panel ?? undefined);
  const open = panels.find(({ id, place }) => id === openId && !place);
  const below = panels.find(({ id, place }) => id === kept.below && place);
  const toggle = (id: string) =>
    panels.some((panel) => panel.id === id && panel.place)
      ? keep({ below: id === below?.id ? null : id })
      : keep({ panel: id === openId ? null : id });
  useKeys(panels, toggle);

  return (
    <>
      {open && (
        <div className="shell-dock" data-keep-clear style={{ inlineSize: narrow ? undefined : kept.width }}>
          {!narrow && <Edge side="start" size={kept.width} onSize={(width) => keep({ width })} />}
          <Panel title={titleOf(open)} icon={<Icon name={open.icon} />} onClose={() => keep({ panel: null })}>
            <Contributed contribution={open} fallback={<Skeleton lines={5} />} />
          </Panel>
        </div>
      )}
      {below && (
        <div className="shell-below" style={{ blockSize: narrow ? undefined : kept.height }}>
          {!narrow && <Edge side="top" size={kept.height} onSize={(height) => keep({ height })} />}
          <Panel
            title={titleOf(below)}
            icon={<Icon name={below.icon} />}
            onClose={() => keep({ below: null })}
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

interface EdgeProps {
  side: 'start' | 'top';
  size: number;
  onSize: (size: number) => void;
}

/** The edge that changes the size: dragged, or moved with the arrow keys. */
function Edge({ side, size, onSize }: EdgeProps) {
  const t = useTranslate('shell');
  const sizes = side === 'top' ? BELOW : DOCK;
  const set = (next: number) => onSize(within(sizes, next));
  const at = (event: { clientX: number; clientY: number }) =>
    side === 'top' ? event.clientY : event.clientX;
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const from = at(event);
    whileDragged(event, (moved) => set(size + from - at(moved)));
  };
  const press = (event: KeyboardEvent) => {
    const [larger, smaller] = side === 'top' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
    const by = event.key === larger ? 16 : event.key === smaller ? -16 : 0;
    if (by === 0) return;
    event.preventDefault();
    set(size + by);
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-orientation={side === 'top' ? 'horizontal' : 'vertical'}
      aria-label={t(side === 'top' ? 'panels.height' : 'panels.width')}
      aria-valuenow={size}
      aria-valuemin={sizes.narrowest}
      aria-valuemax={sizes.widest}
      className={side === 'top' ? 'shell-edge shell-edge-top' : 'shell-edge'}
      onPointerDown={drag}
      onKeyDown={press}
    />
  );
}
