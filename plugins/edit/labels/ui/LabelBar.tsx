import { merge } from 'rxjs';
import { useMemo } from 'react';
import { PROJECTS } from '#core/project';
import { Button, useObservable, useService, useTranslate } from '#core/react';
import { TOOLS } from '#core/tools';
import { EDIT_TARGETS } from '#plugins/work/selection/api';
import { AUTOMATIC_LABELS } from '../model/automatic-labels.ts';
import './LabelBar.css';

/** Shown over the map while labels are moved: lets the map place them again. */
export function LabelBar() {
  const tools = useService(TOOLS);
  const active = useObservable(tools.active$, tools.active);
  return active?.id === 'labels.move' ? <Bar /> : null;
}

function Bar() {
  const t = useTranslate('labels');
  const automatic = useService(AUTOMATIC_LABELS);
  const targets = useService(EDIT_TARGETS);
  const document = useService(PROJECTS).current?.document;
  const changes$ = useMemo(
    () => (document ? merge(targets.selection.ids$, document.changes$) : targets.selection.ids$),
    [document, targets],
  );
  useObservable<unknown>(changes$, undefined);
  return (
    <div className="label-bar" role="group" aria-label={t('automatic')}>
      <span>{t('automatic')}</span>
      <Button isDisabled={automatic.moved.length === 0} onPress={() => automatic.restore()}>
        {t('automatic.selected')}
      </Button>
      <Button onPress={() => automatic.restoreAll()}>{t('automatic.all')}</Button>
    </div>
  );
}
