import { useCallback, useEffect, useId, useState } from 'react';
import { grants, type Project } from '#core/protocol';
import {
  Button,
  Checkbox,
  Dialog,
  ErrorPanel,
  Form,
  SearchField,
  Skeleton,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import type { ProjectMember, ProjectList } from '../model/project-list.ts';

/** Who works on a project. */
export function MembersDialog(props: { projects: ProjectList; project: Project; onClose: () => void }) {
  const { projects, project, onClose } = props;
  const t = useTranslate('projects');
  const form = useId();
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const mayWrite = grants(me?.authorizations ?? [], 'projects.write');
  const [all, setAll] = useState<readonly ProjectMember[]>();
  const [failure, setFailure] = useState<unknown>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [search, setSearch] = useState('');

  const read = useCallback(() => {
    projects.members(project.id).then((members) => {
      setFailure(undefined);
      setAll(members);
      setChosen(new Set(members.filter(({ member }) => member).map(({ userId }) => userId)));
    }, setFailure);
  }, [projects, project]);
  useEffect(read, [read]);

  const toggle = (userId: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(userId);
    else next.delete(userId);
    setChosen(next);
  };
  const shown = (all ?? []).filter(({ name, email, member }) => {
    const found = `${name} ${email}`.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase());
    return found && (mayWrite || member);
  });
  return (
    <Dialog
      isOpen
      size="s"
      title={t('members.of', { name: project.projectName })}
      onClose={onClose}
      footer={
        mayWrite && (
          <>
            <Button onPress={onClose}>{t('core:dialog.cancel')}</Button>
            <Button variant="primary" type="submit" form={form} isDisabled={chosen.size === 0}>
              {t('save')}
            </Button>
          </>
        )
      }
    >
      {failure !== undefined && <ErrorPanel error={failure} onRetry={read} />}
      {failure === undefined && !all && <Skeleton lines={4} />}
      {all && (
        <Form
          id={form}
          onSubmit={async () => {
            await projects.setMembers(project.id, [...chosen]);
            onClose();
          }}
        >
          {all.length > 8 && <SearchField label={t('members.search')} value={search} onChange={setSearch} />}
          <div className="projects-members" role="group" aria-label={t('members')}>
            {shown.map(({ userId, name, email }) => (
              <Checkbox
                key={userId}
                isSelected={chosen.has(userId)}
                isReadOnly={!mayWrite}
                onChange={(on) => toggle(userId, on)}
                description={email}
              >
                {name || email}
              </Checkbox>
            ))}
          </div>
          {mayWrite && !chosen.has(me?.userId ?? '') && (
            <p className="projects-conflict">{t('members.leaving')}</p>
          )}
          {chosen.size === 0 && <p className="g-error">{t('members.nobody')}</p>}
        </Form>
      )}
    </Dialog>
  );
}
