import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { API } from '#core/api';
import { sentenceOf } from '#core/kernel';
import type { TypeInFile } from '#core/protocol';
import { FileButton, Icon, Select, useI18n, useService, useTranslate } from '#core/react';
import { EDITED_FIELDS } from '../model/edited-fields.ts';
import { typesIn } from '../model/types-in-file.ts';

/** Takes fields and groups from a file of object types: from the type of the same name, or from the one that is chosen. */
export const FromFile = observer(function FromFile() {
  const t = useTranslate('object-types');
  const i18n = useI18n();
  const api = useService(API);
  const edited = useService(EDITED_FIELDS);
  const [types, setTypes] = useState<readonly TypeInFile[]>([]);
  const [taken, setTaken] = useState<string>();
  const [error, setError] = useState<string>();
  const take = (type: TypeInFile) => {
    setTaken(type.name);
    edited.replace(type);
  };
  const read = async (file: File) => {
    setTypes([]);
    setTaken(undefined);
    setError(undefined);
    try {
      const found = await typesIn(file, api, t);
      const same = found.find(({ name }) => name === edited.type?.name);
      const only = found.length === 1 ? found[0] : undefined;
      setTypes(found);
      if (same ?? only) take((same ?? only)!);
    } catch (failure) {
      setError(sentenceOf(failure));
    }
  };
  const titleOf = ({ name, title }: TypeInFile) => title?.[i18n.language] || name;
  return (
    <>
      <FileButton
        size="s"
        icon={<Icon name="import" />}
        accept={['.json']}
        onFile={(file) => void read(file)}
      >
        {t('from-file')}
      </FileButton>
      {types.length > 1 && (
        <Select
          label={t('from-file.type')}
          options={types.map((type) => ({ value: type.name, title: titleOf(type) }))}
          value={taken ?? null}
          onChange={(name) => {
            const type = types.find((each) => each.name === name);
            if (type) take(type);
          }}
        />
      )}
      {taken !== undefined && (
        <p className="g-muted" role="status">
          {t('from-file.taken')}
        </p>
      )}
      {error !== undefined && (
        <p className="g-error types-lines" role="alert">
          {error}
        </p>
      )}
    </>
  );
});
