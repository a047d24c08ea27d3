import { CommandButton, Toolbar, useContributions, useTranslate } from '#core/react';

/** The commands with a button in the workspace: undo, redo, save. */
export function CommandBar() {
  const t = useTranslate('shell');
  const commands = useContributions('commands').filter(({ bar }) => bar !== undefined);
  if (commands.length === 0) return null;
  return (
    <Toolbar label={t('commands')} className="shell-commands">
      {[...commands]
        .sort((a, b) => a.bar! - b.bar!)
        .map((command) => (
          <CommandButton key={command.id} command={command} />
        ))}
    </Toolbar>
  );
}
