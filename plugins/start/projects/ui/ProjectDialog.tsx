import { useId, useState } from 'react';
import { API } from '#core/api';
import { crsSearch, type Project } from '#core/protocol';
import {
  Button,
  ComboBox,
  Dialog,
  Form,
  TextField,
  useService,
  useTranslate,
  type Option,
} from '#core/react';
import { Overtaken, type ProjectList } from '../model/project-list.ts';

/** Default CRS of a new project: WGS 84. */
const DEFAULT_CRS = 'EPSG:4326';

interface ProjectDialogProps {
  projects: ProjectList;
  /** The project to edit; undefined creates one. */
  project?: Project;
  onClose: () => void;
  onCreated?: (project: Project) => void;
}

/** A project's name, reference system, units and decimals. */
export function ProjectDialog({ projects, project, onClose, onCreated }: ProjectDialogProps) {
  const t = useTranslate('projects');
  const api = useService(API);
  const form = useId();
  const [name, setName] = useState(project?.projectName ?? '');
  const [crs, setCrs] = useState<string | null>(project?.crs ?? DEFAULT_CRS);
  /** The project as stored; replaced when someone else changed it first. */
  const [base, setBase] = useState(project);
  const [conflict, setConflict] = useState<Project>();

  const findCrs = async (text: string, signal: AbortSignal): Promise<readonly Option[]> => {
    const { data } = await api.call(crsSearch, { query: { search: text } }, { signal });
    return data.map((one) => ({
      value: one.code,
      title: `${one.code} – ${one.name}`,
      detail: one.area ?? undefined,
    }));
  };
  const save = async () => {
    const draft = { projectName: name, ...(crs === null ? {} : { crs }) };
    if (!base) {
      onCreated?.(await projects.create(draft));
      return;
    }
    try {
      await projects.change(base, draft);
      onClose();
    } catch (failure) {
      if (!(failure instanceof Overtaken)) throw failure;
      setBase(failure.current);
      setConflict(failure.current);
    }
  };
  return (
    <Dialog
      isOpen
      keepOpen
      size="s"
      title={t(project ? 'change' : 'new')}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('core:dialog.cancel')}</Button>
          <Button variant="primary" type="submit" form={form}>
            {t(project ? (conflict ? 'saveAnyway' : 'save') : 'create')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={save}>
        <TextField
          label={t('name')}
          name="projectName"
          value={name}
          onChange={setName}
          isRequired
          maxLength={120}
          autoFocus
        />
        <ComboBox
          label={t('crs')}
          name="crs"
          description={t('crs.help')}
          find={findCrs}
          value={crs}
          onChange={setCrs}
          isRequired
        />
        {conflict && (
          <p className="projects-conflict" role="alert">
            {t('overtaken', { name: conflict.projectName, crs: conflict.crs })}
          </p>
        )}
      </Form>
    </Dialog>
  );
}
