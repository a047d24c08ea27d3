import { observer } from 'mobx-react-lite';
import { useService } from '#core/react';
import { PROJECT_SETTINGS } from '../model/project-settings.ts';
import { ProjectDialog } from './ProjectDialog.tsx';

/** The settings of the open project, over the map. */
export default observer(function SettingsDialog() {
  const settings = useService(PROJECT_SETTINGS);
  const { edited } = settings;
  if (!edited) return null;
  const close = () => settings.close();
  return (
    <ProjectDialog
      project={edited}
      onClose={close}
      onSave={async (draft, base = edited) => {
        await settings.change(base, draft);
        close();
      }}
    />
  );
});
