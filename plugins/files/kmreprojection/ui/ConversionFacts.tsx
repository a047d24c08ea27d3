import type { ReprojectionResult } from '#core/protocol';
import { Badge, useI18n, useTranslate } from '#core/react';
import { AreaOfUse, Steps } from './Operations.tsx';

/** How a file was converted, how accurate that is, and what in it could not be read. */
export function ConversionFacts({ result }: { result: ReprojectionResult }) {
  const t = useTranslate('kmreprojection');
  const i18n = useI18n();
  const { count, from, to, steps, accuracy, layer, layers, notes, problems, problemCount } = result;
  return (
    <>
      <p role="status">
        {t('file.done', { count, objects: i18n.number(count), from, to })}{' '}
        {layers.length > 1 && t('file.layer', { layer, layers: i18n.number(layers.length) })}
      </p>
      <p>
        {steps.length > 0 ? <Steps steps={steps} /> : t(from === to ? 'operation.none' : 'operation.same')}{' '}
        <Badge kind={accuracy === null ? 'warning' : 'neutral'}>
          {accuracy === null ? t('accuracy.unknown') : t('accuracy', { metres: i18n.number(accuracy) })}
        </Badge>
      </p>
      <p className="g-muted">
        {[...new Set([from, to])].map((code) => (
          <AreaOfUse key={code} code={code} />
        ))}
      </p>
      <p className="g-muted">{t('heights.keep.said')}</p>
      {[...notes, ...problems.map(({ feature, message }) => inFeature(feature, message))].map((text, i) => (
        <p key={i} className="kmr-warning">
          {text}
        </p>
      ))}
      {problemCount > problems.length && (
        <p className="kmr-warning">{t('file.problems', { problems: i18n.number(problemCount) })}</p>
      )}
    </>
  );
}

/** Problems count features from 0. */
function inFeature(feature: number | null, message: string): string {
  return feature === null ? message : `${feature + 1}: ${message}`;
}
