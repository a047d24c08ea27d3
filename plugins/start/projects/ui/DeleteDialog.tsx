import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { isAbort, sentenceOf } from '#core/kernel';
import { PROJECT_CONTENTS, projectContents, type Project, type ProjectContents } from '#core/protocol';
import { AlertDialog, Skeleton, TextField, useI18n, useService, useTranslate } from '#core/react';
import { ProjectChangedError } from '../model/change-project.ts';
import type { ProjectList } from '../model/project-list.ts';

/** Says what is deleted with a project, and for whom; a project with objects asks for its name to confirm. */
export function DeleteDialog(props: { projects: ProjectList; project: Project; onClose: () => void }) {
  const { projects, onClose } = props;
  const t = useTranslate('projects');
  const i18n = useI18n();
  const [project, setProject] = useState(props.project);
  const [typed, setTyped] = useState('');
  const api = useService(API);
  const [contents, setContents] = useState<ProjectContents>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    const counting = new AbortController();
    api.call(projectContents, { params: { id: project.id } }, { signal: counting.signal }).then(
      ({ data }) => setContents(data),
      (failure: unknown) => !isAbort(failure) && setError(sentenceOf(failure)),
    );
    return () => counting.abort();
  }, [api, project]);
  const going = PROJECT_CONTENTS.filter((kind) => contents && contents[kind] > 0);
  const asks = project.objectCount > 0 || going.length > 0;
  const remove = async () => {
    try {
      await projects.remove(project);
    } catch (failure) {
      if (failure instanceof ProjectChangedError) setProject(failure.current);
      throw failure;
    }
  };
  return (
    <AlertDialog
      isOpen
      title={t('delete.title', { name: project.projectName })}
      action={t('delete')}
      onAction={remove}
      onClose={onClose}
      isActionDisabled={!contents || (asks && typed.trim() !== project.projectName)}
    >
      <div className="projects-delete">
        <p>{t('delete.text', { count: project.objectCount, objects: i18n.number(project.objectCount) })}</p>
        {error !== undefined && (
          <p className="g-error" role="alert">
            {error}
          </p>
        )}
        {!contents && error === undefined && <Skeleton lines={2} />}
        {contents && going.length > 0 && (
          <>
            <p>{t('delete.also')}</p>
            <ul>
              {going.map((kind) => (
                <li key={kind}>
                  {t(`delete.${kind}`, { count: contents[kind], number: i18n.number(contents[kind]) })}
                </li>
              ))}
            </ul>
          </>
        )}
        <p className="g-muted">{t('delete.back')}</p>
        {asks && (
          <TextField
            label={t('delete.type', { name: project.projectName })}
            value={typed}
            onChange={setTyped}
          />
        )}
      </div>
    </AlertDialog>
  );
}
