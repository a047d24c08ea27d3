import { useEffect, useRef } from 'react';
import { landmark } from '#core/plugin';
import { NARROW, Toolbar, useMedia, useObservable, useService, useTranslate } from '#core/react';
import { TOOLS } from '#core/tools';
import { TOOL_GROUPS } from './titles.ts';
import { ToolGroup } from './ToolGroup.tsx';
import { useToolsAtHand } from './useToolsAtHand.ts';
import './Rail.css';
import './fading.css';

/** The tools of the active viewer, by group; on a phone a bar below the map. */
export function Rail() {
  const t = useTranslate('shell');
  const narrow = useMedia(NARROW);
  const offered = useToolsAtHand();
  const tools = useService(TOOLS);
  const activeId = useObservable(tools.active$, tools.active)?.id;
  const rail = useRef<HTMLDivElement>(null);
  // A tool activated by key, palette or address may be scrolled out of view.
  useEffect(() => {
    rail.current
      ?.querySelector('[aria-pressed=true]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [activeId]);
  return (
    <div ref={rail} {...landmark('tools')} className="shell-rail shell-fading">
      <Toolbar label={t('tools')} orientation={narrow ? 'horizontal' : 'vertical'} className="shell-tools">
        {TOOL_GROUPS.map((group) => {
          const tools = offered.filter((tool) => tool.group === group);
          return tools.length > 0 && <ToolGroup key={group} group={group} tools={tools} narrow={narrow} />;
        })}
      </Toolbar>
    </div>
  );
}
