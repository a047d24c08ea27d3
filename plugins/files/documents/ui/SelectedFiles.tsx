import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import type { FileRecord } from '#core/protocol';
import { Button, Checkbox, Icon, saveFile, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { DOCUMENT_LIST } from '../model/document-list.ts';
import { ChangeFiles } from './ChangeFiles.tsx';

interface SelectedFilesProps {
  mayWrite: boolean;
  onDelete: (files: readonly FileRecord[]) => void;
}

/** What can be done with several files at once. */
export const SelectedFiles = observer(function SelectedFiles({ mayWrite, onDelete }: SelectedFilesProps) {
  const t = useTranslate('documents');
  const list = useService(DOCUMENT_LIST);
  const toasts = useService(TOASTS);
  const [isPacking, setPacking] = useState(false);
  const [changing, setChanging] = useState<readonly FileRecord[]>();
  const { selected, files } = list;
  const count = selected.size;
  const chosen = () => files.filter(({ id }) => selected.has(id));
  const pack = async () => {
    setPacking(true);
    try {
      saveFile(await list.archive([...selected]), 'files.zip');
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    } finally {
      setPacking(false);
    }
  };
  return (
    <div className="doc-selected">
      <Checkbox
        isSelected={count > 0 && count === files.length}
        isIndeterminate={count > 0 && count < files.length}
        onChange={(isSelected) => list.selectAll(isSelected)}
      >
        {count === 0 ? t('select.all') : t('selected', { count })}
      </Checkbox>
      {count > 0 && (
        <>
          <Button size="s" icon={<Icon name="download" />} isPending={isPacking} onPress={() => void pack()}>
            {t('zip')}
          </Button>
          {mayWrite && (
            <>
              <Button size="s" icon={<Icon name="edit" />} onPress={() => setChanging(chosen())}>
                {t('many.edit')}
              </Button>
              <Button size="s" variant="danger-outline" onPress={() => onDelete(chosen())}>
                {t('delete')}
              </Button>
            </>
          )}
        </>
      )}
      {changing && <ChangeFiles files={changing} onClose={() => setChanging(undefined)} />}
    </div>
  );
});
