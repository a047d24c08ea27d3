import { useDeferredValue, useEffect, useEffectEvent, useRef } from 'react';
import { landmark, PANELS, type Contribution } from '#core/plugin';
import {
  classes,
  Contributed,
  Icon,
  IconButton,
  Menu,
  NARROW,
  Panel,
  Skeleton,
  Splitter,
  ToggleButton,
  Toolbar,
  useMedia,
  useService,
  useTranslate,
} from '#core/react';
import { keyGestureOf, matchesKeys } from '#core/tools';
import { isTyping } from '../keys.ts';
import { CommandBar } from './CommandBar.tsx';
import { BELOW, DOCK, useDockState } from './dock-state.ts';
import { inStrip, showing, shownPanels } from './shown-panels.ts';
import { useTitles } from './titles.ts';
import { usePanelsAtHand } from './usePanelsAtHand.ts';
import './Dock.css';
import './fading.css';

/** The panels are to the right of and below the splitters that resize them. */
const BEHIND = { step: 16, perPixel: () => -1 } as const;

/**
 * One panel beside the map, one below it, and the strip of buttons that selects them, which scrolls where it is too
 * long, with a menu of all; of very many panels it has the first ones. On a phone only one of the two is open: the side panel below the map, the lower one as a
 * page; and the strip also holds the commands.
 */
export function Dock() {
  const t = useTranslate('shell');
  const titleOf = useTitles();
  const panels = usePanelsAtHand();
  // Buttons of many plugins from outside are drawn in pieces, between which the map goes on.
  const drawn = useDeferredValue(panels);
  const narrow = useMedia(NARROW);
  const [dock, setDock] = useDockState();
  const { beside, below } = shownPanels(panels, dock, narrow);
  const buttons = inStrip(drawn, [beside, below]);
  const show = (panel: Contribution<'panels'>) => setDock(showing(panel, narrow));
  const close = (panel: Contribution<'panels'>) => setDock(panel.place ? { below: null } : { panel: null });
  const toggle = (panel: Contribution<'panels'>) =>
    panel === beside || panel === below ? close(panel) : show(panel);
  useKeys(panels, toggle);
  useRequests((id) => {
    const asked = panels.find((panel) => panel.id === id);
    if (asked) show(asked);
  });

  // A panel opened by key, palette or menu may have its button scrolled out of view.
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    strip.current
      ?.querySelector('.shell-panels [aria-pressed=true]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [beside?.id, below?.id]);

  return (
    <>
      {beside && (
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
          <Panel title={titleOf(beside)} icon={<Icon name={beside.icon} />} onClose={() => close(beside)}>
            <Contributed contribution={beside} fallback={<Skeleton lines={5} />} />
          </Panel>
        </div>
      )}
      {below && (
        <div
          className={classes('shell-below', below.onPhone && `shell-below-${below.onPhone}`)}
          style={{ blockSize: narrow ? undefined : dock.height }}
        >
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
          <Panel title={titleOf(below)} icon={<Icon name={below.icon} />} onClose={() => close(below)} flush>
            <Contributed contribution={below} fallback={<Skeleton lines={5} />} />
          </Panel>
        </div>
      )}
      <div {...landmark('panels')} className="shell-strip">
        <div ref={strip} className="shell-strip-scroll shell-fading">
          {narrow && <CommandBar />}
          <Toolbar
            label={t('panels')}
            orientation={narrow ? 'horizontal' : 'vertical'}
            className="shell-panels"
          >
            {buttons.map((panel) => (
              <ToggleButton
                key={panel.id}
                label={titleOf(panel)}
                keys={panel.keys}
                icon={<Icon name={panel.icon} size={18} />}
                placement={narrow ? 'top' : 'start'}
                isSelected={panel === beside || panel === below}
                onChange={() => toggle(panel)}
              />
            ))}
          </Toolbar>
        </div>
        <Menu
          label={t('panels.all')}
          placement={narrow ? 'top end' : 'start bottom'}
          trigger={
            <IconButton
              label={t('panels.all')}
              icon={<Icon name="more" />}
              placement={narrow ? 'top' : 'start'}
            />
          }
          entries={panels.map((panel) => ({
            id: panel.id,
            title: titleOf(panel),
            icon: <Icon name={panel.icon} />,
            ...(panel.keys ? { keys: panel.keys } : {}),
            onAction: () => show(panel),
          }))}
        />
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

function useKeys(
  panels: readonly Contribution<'panels'>[],
  toggle: (panel: Contribution<'panels'>) => void,
): void {
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
      newest.current.toggle(panel);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
