import { useState } from 'react';
import type { Project } from '#core/protocol';
import { AlertDialog, TextField, useI18n, useTranslate } from '#core/react';
import { ProjectChangedError } from '../model/change-project.ts';
import type { ProjectList } from '../model/project-list.ts';

/** Says what is deleted with a project, and for whom; a project with objects asks for its name to confirm. */
export function DeleteDialog(props: { projects: ProjectList; project: Project; onClose: () => void }) {
  const { projects, onClose } = props;
  const t = useTranslate('projects');
  const i18n = useI18n();
  const [project, setProject] = useState(props.project);
  const [typed, setTyped] = useState('');
  const asks = project.objectCount > 0;
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
      isActionDisabled={asks && typed.trim() !== project.projectName}
    >
      <div className="projects-delete">
        <p>{t('delete.text', { count: project.objectCount, objects: i18n.number(project.objectCount) })}</p>
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
