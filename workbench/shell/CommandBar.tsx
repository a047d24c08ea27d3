import { useEffect, useState } from 'react';
import { merge, of, type Observable } from 'rxjs';
import { HOST, type Command, type Contribution } from '#core/plugin';
import {
  Icon,
  IconButton,
  Toolbar,
  useContributions,
  useI18n,
  useRunCommand,
  useService,
  useTranslate,
} from '#core/react';
import { useTitles } from './titles.ts';
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
  const runCommand = useRunCommand();
  const titleOf = useTitles();
  const { reason, detail } = useCommandState(command);
  return (
    <IconButton
      label={titleOf(command)}
      keys={command.keys}
      icon={<Icon name={command.icon ?? 'check'} />}
      detail={detail}
      disabledReason={reason}
      onPress={() => {
        void runCommand(command.id);
      }}
    />
  );
}

interface CommandState {
  /** Why it cannot run now, translated. */
  readonly reason?: string | undefined;
  readonly detail?: string | undefined;
}

/** Evaluated again whenever the open project changes. */
function useCommandState({ plugin, id }: Contribution<'commands'>): CommandState {
  const host = useService(HOST);
  const i18n = useI18n();
  const project = useWorkspace();
  const [{ reason, detail }, setState] = useState<CommandState>({});
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
        const subscription = merge(...causes).subscribe(() =>
          setState({ reason: command.disabled?.(), detail: command.detail?.() }),
        );
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
  if (reason === undefined) return { detail };
  return { reason: i18n.t(reason.includes(':') ? reason : `${plugin}:${reason}`) };
}
