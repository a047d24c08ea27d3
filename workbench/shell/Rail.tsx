import {
  Icon,
  NARROW,
  ToggleButton,
  Toolbar,
  useContributions,
  useMedia,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { VIEWS } from '#core/mapview';
import { TOOLS } from '#core/tools';
import { TOOL_GROUPS, useTitles } from './titles.ts';
import { useTell } from './useTell.ts';
import './Rail.css';

/** The tools of the viewer in use, in their groups; on a phone a bar below the map. */
export function Rail() {
  const t = useTranslate('shell');
  const titleOf = useTitles();
  const tell = useTell();
  const tools = useService(TOOLS);
  const views = useService(VIEWS);
  const view = useObservable(views.active$, views.active);
  const active = useObservable(tools.active$, tools.active);
  const narrow = useMedia(NARROW);
  const offered = useContributions('tools').filter(({ viewer }) => viewer === view?.kind);
  const groups = TOOL_GROUPS.map((group) => ({
    group,
    tools: offered.filter((tool) => tool.group === group),
  })).filter((one) => one.tools.length > 0);
  return (
    <div className="shell-rail">
      <Toolbar label={t('tools')} orientation={narrow ? 'horizontal' : 'vertical'} className="shell-tools">
        {groups.map(({ group, tools: members }) => (
          <div key={group} role="group" aria-label={t(`group.${group}`)} className="shell-tool-group">
            {members.map((tool) => (
              <ToggleButton
                key={tool.id}
                label={titleOf(tool)}
                keys={tool.keys}
                icon={<Icon name={tool.icon} size={18} />}
                placement={narrow ? 'top' : 'end'}
                isSelected={active?.id === tool.id}
                onChange={() => {
                  tools.activate(tool.id).catch(tell);
                }}
              />
            ))}
          </div>
        ))}
      </Toolbar>
    </div>
  );
}
