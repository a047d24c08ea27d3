import { observer } from 'mobx-react-lite';
import { useEffect, useId, useState } from 'react';
import { API, LIVE } from '#core/api';
import type { CopiedProject, Project } from '#core/protocol';
import {
  Button,
  Checkbox,
  Dialog,
  Form,
  ProgressBar,
  TextField,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { ProjectCopying } from '../model/copying.ts';

interface CopyDialogProps {
  project: Project;
  onCopied: (copy: CopiedProject) => void;
  onClose: () => void;
}

/** Copies a project: what of it, under which name, and how far the copy is. */
export const CopyDialog = observer(function CopyDialog({ project, onCopied, onClose }: CopyDialogProps) {
  const t = useTranslate('projects');
  const i18n = useI18n();
  const [api, live] = [useService(API), useService(LIVE)];
  const form = useId();
  const [copying] = useState(() => new ProjectCopying(api, live));
  useEffect(() => () => copying.dispose(), [copying]);
  const [projectName, setName] = useState(() => t('copy.name', { name: project.projectName }).slice(0, 120));
  const [objects, setObjects] = useState(true);
  const [styles, setStyles] = useState(true);
  const [members, setMembers] = useState(false);
  const { isBusy, job, error, isCancelled } = copying;
  const copy = async () => {
    const copied = await copying.start(project, { projectName, objects, members, styles });
    if (copied) onCopied(copied);
  };
  return (
    <Dialog
      isOpen
      size="s"
      title={t('copy.title', { name: project.projectName })}
      onClose={onClose}
      footer={
        <>
          {isBusy ? (
            <Button isDisabled={!job} onPress={() => void copying.cancel()}>
              {t('copy.cancel')}
            </Button>
          ) : (
            <Button onPress={onClose}>{t('core:dialog.cancel')}</Button>
          )}
          <Button
            variant="primary"
            type="submit"
            form={form}
            isDisabled={isBusy || projectName.trim() === ''}
          >
            {t('copy.start')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={copy}>
        <TextField
          label={t('name')}
          value={projectName}
          onChange={setName}
          isDisabled={isBusy}
          maxLength={120}
        />
        <Checkbox isSelected={objects} onChange={setObjects} isDisabled={isBusy}>
          {t('copy.objects', { count: project.objectCount, objects: i18n.number(project.objectCount) })}
        </Checkbox>
        <Checkbox isSelected={styles} onChange={setStyles} isDisabled={isBusy}>
          {t('copy.styles')}
        </Checkbox>
        <Checkbox isSelected={members} onChange={setMembers} isDisabled={isBusy}>
          {t('copy.members')}
        </Checkbox>
        <p className="g-muted">{t('copy.help')}</p>
        {isBusy && (
          <ProgressBar
            label={job?.message || t('copy.waiting')}
            value={!job || job.state === 'queued' ? undefined : job.progress}
          />
        )}
        {isCancelled && <p role="status">{t('copy.cancelled')}</p>}
        {error !== undefined && (
          <p className="g-error" role="alert">
            {error}
          </p>
        )}
      </Form>
    </Dialog>
  );
});
