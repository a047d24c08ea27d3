import { useEffect, useState } from 'react';
import { merge, of, type Observable } from 'rxjs';
import { HOST, type Command, type Contribution } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { useService } from './services.tsx';
import { useObservable } from './useObservable.ts';
import { useRunCommand } from './useRunCommand.ts';
import { useI18n } from './useTranslate.ts';

/** The button of a command, which says why the command cannot run now. */
export function CommandButton({ command }: { command: Contribution<'commands'> }) {
  const i18n = useI18n();
  const runCommand = useRunCommand();
  const { reason, detail } = useCommandState(command);
  const { id, plugin, title, keys, icon = 'check' } = command;
  return (
    <IconButton
      label={i18n.t(title.includes(':') ? title : `${plugin}:${title}`)}
      keys={keys}
      icon={<Icon name={icon} />}
      detail={detail}
      disabledReason={reason}
      onPress={() => {
        void runCommand(id);
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
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
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
