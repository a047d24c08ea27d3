import { observer } from 'mobx-react-lite';
import { Button, useService, useTranslate } from '#core/react';
import type { DocumentOnItsWay } from '../api.ts';
import { SENDINGS } from '../model/sendings.ts';
import { SendingRow } from './SendingRow.tsx';
import './documents.css';

/** Files on their way, as rows of a list; several that failed are tried again together. */
export default observer(function SendingRows({ files }: { files: readonly DocumentOnItsWay[] }) {
  const t = useTranslate('documents');
  const sendings = useService(SENDINGS);
  const ids = new Set(files.map(({ id }) => id));
  const shown = sendings.files.filter(({ id }) => ids.has(id));
  const failed = shown.filter(({ state }) => state === 'failed');
  return (
    <>
      {failed.length > 1 && (
        <li>
          <Button size="s" onPress={() => failed.forEach((one) => sendings.retry(one))}>
            {t('again.all', { count: failed.length })}
          </Button>
        </li>
      )}
      {shown.map((one) => (
        <SendingRow key={one.id} one={one} />
      ))}
    </>
  );
});
