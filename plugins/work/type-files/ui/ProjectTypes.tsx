import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent } from 'react';
import { useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import type { ProjectDialogProps } from '#plugins/start/projects/api';
import { TAKEN_TYPES } from '../model/taken-types.ts';
import TakeTypesDialog from './TakeTypesDialog.tsx';

/** Takes object types into one project. */
export default observer(function ProjectTypes({ project, onClose }: ProjectDialogProps) {
  const t = useTranslate('type-files');
  const taken = useService(TAKEN_TYPES);
  const toasts = useService(TOASTS);
  const { id, projectName } = project;
  const tell = useEffectEvent((count: number) => void toasts.show('success', t('taken', { count })));
  const closed = useEffectEvent(onClose);
  useEffect(() => {
    taken.open({ project: { id, title: projectName }, onTaken: ({ length }) => tell(length) });
    const stop = reaction(
      () => taken.options,
      () => closed(),
    );
    return () => {
      stop();
      taken.close();
    };
  }, [taken, id, projectName]);
  return taken.options ? <TakeTypesDialog /> : null;
});
