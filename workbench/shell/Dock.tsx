import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
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
  useTranslate,
} from '#core/react';
import { keyGestureOf, matchesKeys } from '#core/tools';
import { isTyping } from '../keys.ts';
import { CommandBar } from './CommandBar.tsx';
import { DOCK, useDockState } from './dock-state.ts';
import { useTitles } from './titles.ts';
import './Dock.css';

/**
 * One panel beside the map, and the strip that chooses which; on a phone the panel is a sheet from below, and the strip
 * holds the commands, too.
 */
export function Dock() {
  const t = useTranslate('shell');
  const titleOf = useTitles();
  const panels = useContributions('panels');
  const narrow = useMedia(NARROW);
  const [kept, keep] = useDockState();
  const first = panels.find(({ open }) => open)?.id;
  const openId = kept.panel === undefined ? (narrow ? undefined : first) : (kept.panel ?? undefined);
  const open = panels.find(({ id }) => id === openId);
  const toggle = (id: string) => keep({ panel: id === openId ? null : id });
  useKeys(panels, toggle);

  return (
    <>
      {open && (
        <div className="shell-dock" style={{ inlineSize: narrow ? undefined : kept.width }}>
          {!narrow && <Edge width={kept.width} onWidth={(width) => keep({ width })} />}
          <Panel title={titleOf(open)} icon={<Icon name={open.icon} />} onClose={() => keep({ panel: null })}>
            <Contributed contribution={open} fallback={<Skeleton lines={5} />} />
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
              isSelected={panel.id === open?.id}
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

/** The edge that changes the width: dragged, or moved with the arrow keys. */
function Edge({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const t = useTranslate('shell');
  const set = (next: number) => onWidth(Math.min(DOCK.widest, Math.max(DOCK.narrowest, Math.round(next))));
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const { currentTarget, clientX, pointerId } = event;
    currentTarget.setPointerCapture(pointerId);
    const move = (moved: globalThis.PointerEvent) => set(width + clientX - moved.clientX);
    const end = () => currentTarget.removeEventListener('pointermove', move);
    currentTarget.addEventListener('pointermove', move);
    currentTarget.addEventListener('lostpointercapture', end, { once: true });
  };
  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? 16 : event.key === 'ArrowRight' ? -16 : 0;
    if (by === 0) return;
    event.preventDefault();
    set(width + by);
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('panels.width')}
      aria-valuenow={width}
      aria-valuemin={DOCK.narrowest}
      aria-valuemax={DOCK.widest}
      className="shell-edge"
      onPointerDown={drag}
      onKeyDown={press}
    />
  );
}
