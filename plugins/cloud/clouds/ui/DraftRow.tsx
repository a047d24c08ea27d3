import { observer } from 'mobx-react-lite';
import { Button, Icon, IconButton, ProgressBar, useService, useTranslate } from '#core/react';
import { CLOUD_DESK } from '../model/cloud-desk.ts';
import type { Draft } from '../model/draft.ts';
import { Transfer } from './Transfer.tsx';

/** A file on its way: how far it is, and what has to be decided. */
export const DraftRow = observer(function DraftRow({ draft }: { draft: Draft }) {
  const t = useTranslate('clouds');
  const desk = useService(CLOUD_DESK);
  const { name } = draft;
  return (
    <li className="clouds-row">
      <div className="clouds-head">
        <span className="clouds-name" title={draft.sending.name}>
          {name}
        </span>
        <IconButton
          size="s"
          label={t('cancel', { name })}
          icon={<Icon name="close" />}
          onPress={() => void desk.cancel(draft)}
        />
      </div>
      <Transfer draft={draft} />
      {draft.isAdding && <ProgressBar label={t('adding')} value={undefined} />}
      {(draft.error ?? draft.lookError) !== undefined && (
        <p className="g-error" role="alert">
          {draft.error ?? draft.lookError}
        </p>
      )}
      {!draft.isAdding && (
        <Button size="s" onPress={() => desk.show(draft)}>
          {t(draft.isWanted ? 'details' : 'decide')}
        </Button>
      )}
    </li>
  );
});
