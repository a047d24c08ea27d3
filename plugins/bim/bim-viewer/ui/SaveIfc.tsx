import { grants, type BimFilter } from '#core/protocol';
import { Button, saveFile, useObservable, useService, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import { TOASTS } from '#core/toasts';
import { MODEL_SUBSET } from '../model/subset.ts';

export interface ElementsOfModel {
  readonly modelId: string;
  readonly filter: BimFilter;
}

/** Saves elements as IFC, one file for each model; for those who may export. */
export function SaveIfc({ of }: { of: readonly ElementsOfModel[] }) {
  const t = useTranslate('bim-viewer');
  const toasts = useService(TOASTS);
  const subset = useService(MODEL_SUBSET);
  const job = useObservable(subset.job.state$, subset.job.state);
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  if (!grants(me?.authorizations ?? [], 'export')) return null;
  const save = async () => {
    for (const { modelId, filter } of of) {
      const notes = await subset.write(modelId, filter, saveFile);
      for (const note of notes) toasts.show('info', note);
      const { state } = subset.job;
      if (state.kind === 'idle' && state.error !== undefined) toasts.show('error', state.error);
    }
  };
  return (
    <Button size="s" isPending={job.kind !== 'idle'} onPress={() => void save()}>
      {t('table.ifc')}
    </Button>
  );
}
