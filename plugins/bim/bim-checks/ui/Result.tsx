import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { sentenceOf } from '#core/kernel';
import { Button, Icon, IconButton, saveFile, useI18n, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { CHECK_DESK, type ReportFormat } from '../model/check-desk.ts';
import { SHOWN_RESULT } from '../model/shown-result.ts';
import { ClashResult } from './ClashResult.tsx';
import { DeviationResult } from './DeviationResult.tsx';
import { IdsResult } from './IdsResult.tsx';
import { QuantitiesResult } from './QuantitiesResult.tsx';

/** The result of the open check, and its reports. */
export const Result = observer(function Result() {
  const t = useTranslate('bim-checks');
  const i18n = useI18n();
  const desk = useService(CHECK_DESK);
  const shown = useService(SHOWN_RESULT);
  const check = desk.opened!;
  useEffect(() => () => shown.clear(), [shown]);
  const { name, kind, result, createdAt, createdBy, modelId, content } = check;
  return (
    <div className="bck-panel">
      <div className="bck-head">
        <IconButton
          size="s"
          label={t('back')}
          icon={<Icon name="chevron-left" />}
          onPress={() => desk.close()}
        />
        <h3 className="bck-name">{name}</h3>
      </div>
      <p className="g-muted">
        {[
          t(`kind.${kind}`),
          t('content', { content }),
          i18n.date(createdAt, { dateStyle: 'medium', timeStyle: 'short' }),
          createdBy,
        ]
          .filter((one) => one !== null)
          .join(' · ')}
      </p>
      <Reports />
      {result?.report.isCut && (
        <p className="bck-notice" role="status">
          {t(`cut.${result.kind}`)}
        </p>
      )}
      {result?.kind === 'ids' && <IdsResult report={result.report} modelId={modelId} />}
      {result?.kind === 'quantities' && <QuantitiesResult report={result.report} modelId={modelId} />}
      {result?.kind === 'clash' && <ClashResult report={result.report} modelId={modelId} />}
      {result?.kind === 'deviation' && <DeviationResult report={result.report} modelId={modelId} />}
    </div>
  );
});

const Reports = observer(function Reports() {
  const t = useTranslate('bim-checks');
  const desk = useService(CHECK_DESK);
  const toasts = useService(TOASTS);
  const [making, setMaking] = useState<ReportFormat>();
  const check = desk.opened!;
  const formats: readonly ReportFormat[] =
    check.kind === 'quantities' ? ['pdf', 'xlsx', 'csv'] : ['pdf', 'xlsx', 'csv', 'bcf'];
  const save = async (format: ReportFormat) => {
    setMaking(format);
    try {
      saveFile(await desk.report(check, format), `${check.name.replaceAll(/[\\/:*?"<>|]/g, '-')}.${format}`);
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    } finally {
      setMaking(undefined);
    }
  };
  return (
    <div className="bck-actions" role="group" aria-label={t('reports')}>
      {formats.map((format) => (
        <Button key={format} size="s" isPending={making === format} onPress={() => void save(format)}>
          {t(`format.${format}`)}
        </Button>
      ))}
    </div>
  );
});
