import { useState } from 'react';
import { IMPORT_FORMATS, type LayerOwner } from '#core/protocol';
import { FileDrop, Select, useService, useTranslate } from '#core/react';
import { GIVEN_FILES } from '../../model/file/given-files.ts';

const ENDINGS: readonly string[] = [...Object.values(IMPORT_FORMATS).flat(), '.tif', '.tiff'];

/** Files that are shown as layers without an import. */
export function FileChoice({ owners, onClose }: { owners: readonly LayerOwner[]; onClose: () => void }) {
  const t = useTranslate('external-layers');
  const given = useService(GIVEN_FILES);
  const [owner, setOwner] = useState<LayerOwner>('person');
  return (
    <div className="ext-fields">
      <p className="g-muted">{t('file.about')}</p>
      <Select
        label={t('owner')}
        options={owners.map((value) => ({ value, title: t(`owner.${value}`) }))}
        value={owner}
        onChange={(value) => setOwner(value as LayerOwner)}
      />
      <FileDrop
        label={t('file.drop')}
        accept={ENDINGS}
        multiple
        onFiles={(files) => {
          onClose();
          given.open(files, owner);
        }}
      />
    </div>
  );
}
