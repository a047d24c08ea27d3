import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { AlertDialog, Button, Icon, useI18n, useTranslate } from '#core/react';
import { undoneText } from '../model/import-step.ts';
import type { ImportWizard } from '../model/wizard.ts';
import { ProblemsTable } from './ProblemsTable.tsx';

/** What was imported, the problems, and how to undo it. */
export const DoneStep = observer(function DoneStep({ wizard }: { wizard: ImportWizard }) {
  const t = useTranslate('import');
  const i18n = useI18n();
  const [asks, setAsks] = useState(false);
  const { result, undone, written } = wizard;
  if (!result) return null;
  const name = result.written?.map(({ typeName }) => typeName).join(', ') ?? result.typeName;
  return (
    <>
      {undone ? (
        <p role="status">{undoneText(i18n, undone.removed, undone.kept)}</p>
      ) : (
        <>
          <p className="import-done" role="status">
            <Icon name="check" /> {t('done.text', { count: written, objects: i18n.number(written), name })}
          </p>
          <div>
            <Button icon={<Icon name="undo" />} onPress={() => setAsks(true)}>
              {t('undo.action')}
            </Button>
          </div>
        </>
      )}
      {result.problemCount > 0 && <ProblemsTable problems={result.problems} total={result.problemCount} />}
      <AlertDialog
        isOpen={asks}
        title={t('undo.title', { name: wizard.file?.name })}
        action={t('undo.action')}
        onAction={() => wizard.undo()}
        onClose={() => setAsks(false)}
      >
        <p>{t('undo.text', { count: written, objects: i18n.number(written) })}</p>
      </AlertDialog>
    </>
  );
});
