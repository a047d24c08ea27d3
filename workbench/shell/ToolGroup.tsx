import { useState } from 'react';
import type { Contribution, ToolGroup as Group } from '#core/plugin';
import { Icon, IconButton, Menu, ToggleButton, useObservable, useService, useTranslate } from '#core/react';
import { TOOLS } from '#core/tools';
import { useTitles } from './titles.ts';
import { useShowError } from './useShowError.ts';

/** How many tools of a group the rail shows; the others are in a menu. */
const SHOWN = 4;

interface ToolGroupProps {
  group: Group;
  tools: readonly Contribution<'tools'>[];
  narrow: boolean;
}

/** A group of the rail: its first tools, the last one used of the others, and the menu of the rest. */
export function ToolGroup({ group, tools: members, narrow }: ToolGroupProps) {
  const t = useTranslate('shell');
  const titleOf = useTitles();
  const showError = useShowError();
  const tools = useService(TOOLS);
  const active = useObservable(tools.active$, tools.active);
  const [taken, setTaken] = useState<string>();
  const [shown, others] =
    members.length > SHOWN + 1 ? [members.slice(0, SHOWN), members.slice(SHOWN)] : [members, []];
  const last = others.find(({ id }) => id === active?.id) ?? others.find(({ id }) => id === taken);
  if (last && last.id !== taken) setTaken(last.id);
  const take = (id: string) => void tools.activate(id).catch(showError);
  const name = t(`group.${group}`);
  return (
    <div role="group" aria-label={name} className="shell-tool-group">
      {(last ? [...shown, last] : shown).map((tool) => (
        <ToggleButton
          key={tool.id}
          label={titleOf(tool)}
          keys={tool.keys}
          icon={<Icon name={tool.icon} size={18} />}
          placement={narrow ? 'top' : 'end'}
          isSelected={active?.id === tool.id}
          onChange={() => take(tool.id)}
        />
      ))}
      {others.length > 0 && (
        <Menu
          label={t('group.more', { group: name })}
          placement={narrow ? 'top' : 'end top'}
          trigger={
            <IconButton
              label={t('group.more', { group: name })}
              icon={<Icon name="more" />}
              placement={narrow ? 'top' : 'end'}
            />
          }
          entries={others.map((tool) => ({
            id: tool.id,
            title: titleOf(tool),
            icon: <Icon name={tool.icon} />,
            ...(tool.keys ? { keys: tool.keys } : {}),
            onAction: () => take(tool.id),
          }))}
        />
      )}
    </div>
  );
}
