import { useEffect, useState } from 'react';
import { merge, of, type Observable } from 'rxjs';
import { HOST, type Command, type Contribution } from '#core/plugin';
import { Icon, IconButton, Toolbar, useContributions, useI18n, useService, useTranslate } from '#core/react';
import { useTitles } from './titles.ts';
import { useShowError } from './useShowError.ts';
import { useWorkspace } from './useWorkspace.ts';

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

function CommandButton({ command }: { command: Contribution<'commands'> }) {
  const host = useService(HOST);
  const titleOf = useTitles();
  const showError = useShowError();
  const reason = useCommandState(command);
  return (
    <IconButton
      label={titleOf(command)}
      keys={command.keys}
      icon={<Icon name={command.icon ?? 'check'} />}
      disabledReason={reason}
      onPress={() => {
        host.run(command.id).catch(showError);
      }}
    />
  );
}

/** Why the command cannot run now, as a translated sentence; evaluated again whenever the open project changes. */
function useCommandState({ plugin, id }: Contribution<'commands'>): string | undefined {
  const host = useService(HOST);
  const i18n = useI18n();
  const project = useWorkspace();
  const [reason, setReason] = useState<string>();
  useEffect(() => {
    let gone = false;
    let stop: (() => void) | undefined;
    host.service<Command>(plugin, id).then(
      (command) => {
        if (gone) return;
        const causes: Observable<unknown>[] = project
          ? [project.history.state$, project.autosave.state$]
          : [of(undefined)];
        if (command.changes$) causes.push(command.changes$);
        const subscription = merge(...causes).subscribe(() => setReason(command.disabled?.()));
        stop = () => subscription.unsubscribe();
      },
      // The host has disabled the plugin and reports it; the button disappears.
      () => undefined,
    );
    return () => {
      gone = true;
      stop?.();
    };
  }, [host, plugin, id, project]);
  return reason === undefined ? undefined : i18n.t(reason.includes(':') ? reason : `${plugin}:${reason}`);
}
