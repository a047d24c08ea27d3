import { observer } from 'mobx-react-lite';
import type { BimClashes } from '#core/protocol';
import { Button, useI18n, useService, useServices, useTranslate } from '#core/react';
import { SELECTION } from '#plugins/work/selection/api';
import { BIM_SELECTION } from '#plugins/bim/bim-viewer/api';
import { keyOfClash, SHOWN_RESULT } from '../model/shown-result.ts';
import { HeightsApart } from './HeightsApart.tsx';
import { More } from './More.tsx';
import { useShort } from './useShort.ts';

/** The clashes, the deepest first; each leads to both elements. */
export const ClashResult = observer(function ClashResult({
  report,
  modelId,
}: {
  report: BimClashes;
  modelId: string;
}) {
  const t = useTranslate('bim-checks');
  const i18n = useI18n();
  const shown = useService(SHOWN_RESULT);
  const selection = useService(BIM_SELECTION);
  const objects = useServices().get(SELECTION, { optional: true });
  const { clashes, pairs, withName, withId } = report;
  const { first, more, left } = useShort(clashes);
  const metres = (value: number) =>
    i18n.number(value, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  return (
    <>
      <p role="status">
        {t('clash.found', { count: clashes.length, clashes: i18n.number(clashes.length), name: withName })}{' '}
        {t('clash.pairs', { pairs: i18n.number(pairs) })}
      </p>
      <HeightsApart metres={report.heightsApart} />
      <ul className="bck-list" aria-label={t('clashes')}>
        {first.map((clash) => {
          const { a, b, distance } = clash;
          const key = keyOfClash(clash);
          return (
            <li key={key}>
              <Button
                size="s"
                variant="quiet"
                className="bck-element"
                aria-pressed={shown.shown === key}
                onPress={() => {
                  selection.set([
                    { modelId, globalId: a.globalId },
                    ...(withId === null ? [] : [{ modelId: withId, globalId: b.globalId }]),
                  ]);
                  if (withId === null) objects?.set([b.globalId]);
                  shown.showClash(clash, { modelId, withId });
                }}
              >
                <span>
                  <span className="bck-first">{a.name ?? a.globalId}</span>{' '}
                  <small className="g-muted">{a.class}</small>
                  {' – '}
                  <span className="bck-second">{b.name ?? b.class}</span>{' '}
                  {withId !== null && <small className="g-muted">{b.class}</small>}
                </span>
              </Button>
              <small className="g-muted g-figures">
                {distance < 0
                  ? t('clash.depth', { metres: metres(-distance) })
                  : t('clash.apart', { metres: metres(distance) })}
              </small>
            </li>
          );
        })}
      </ul>
      <More left={left} onPress={more} />
    </>
  );
});
