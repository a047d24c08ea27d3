import type { IdsReport, IdsRequirementReport, IdsSpecificationReport } from '#core/protocol';
import { Badge, Disclosure, useI18n, useTranslate } from '#core/react';
import { ElementButton } from './ElementButton.tsx';
import { More } from './More.tsx';
import { useShort } from './useShort.ts';

/** What an audit against an IDS has found, by specification. */
export function IdsResult({ report, modelId }: { report: IdsReport; modelId: string }) {
  const t = useTranslate('bim-checks');
  const { title, schema, passes, specifications } = report;
  return (
    <>
      <p role="status">
        <Badge kind={passes ? 'success' : 'danger'}>{t(passes ? 'ids.pass' : 'ids.fail')}</Badge>{' '}
        {[title, schema].filter(Boolean).join(' · ')}
      </p>
      {specifications.map((one, i) => (
        <Specification key={i} specification={one} modelId={modelId} />
      ))}
    </>
  );
}

function Specification({
  specification,
  modelId,
}: {
  specification: IdsSpecificationReport;
  modelId: string;
}) {
  const t = useTranslate('bim-checks');
  const i18n = useI18n();
  const { name, status, applicable, passed, description, instructions, isForSchema, requirements } =
    specification;
  return (
    <Disclosure
      title={
        <span className="bck-title">
          {name}
          <Badge kind={status === 'pass' ? 'success' : 'danger'}>{t(`ids.${status}`)}</Badge>
        </span>
      }
      isExpanded={status === 'fail'}
    >
      <p className="g-figures">
        {t('ids.passed', { passed: i18n.number(passed), count: applicable, all: i18n.number(applicable) })}
      </p>
      {[description, instructions].map((text) => text !== null && text !== '' && <p key={text}>{text}</p>)}
      {!isForSchema && <p className="bck-notice">{t('ids.other-schema')}</p>}
      {requirements.map((one, i) => (
        <Requirement key={i} requirement={one} modelId={modelId} />
      ))}
    </Disclosure>
  );
}

function Requirement({ requirement, modelId }: { requirement: IdsRequirementReport; modelId: string }) {
  const t = useTranslate('bim-checks');
  const i18n = useI18n();
  const { kind, of, value, failures, failed, passed, cardinality } = requirement;
  const { first, more, left } = useShort(failures);
  return (
    <section className="bck-requirement">
      <h4>
        {t(`facet.${kind}`)} {of} {value === null ? '' : `= ${value}`}
      </h4>
      <p className="g-muted g-figures">
        {t(`cardinality.${cardinality}`)} ·{' '}
        {t('ids.counts', { passed: i18n.number(passed), failed: i18n.number(failed) })}
      </p>
      {first.length > 0 && (
        <ul className="bck-list" aria-label={t('ids.failures')}>
          {first.map(({ globalId, class: type, name, line, reason, found }) => (
            <li key={`${line} ${globalId ?? ''}`}>
              {globalId === null ? (
                <span>
                  {name ?? `#${line}`} <small className="g-muted">{type}</small>
                </span>
              ) : (
                <ElementButton modelId={modelId} element={{ globalId, class: type, name }} />
              )}
              <small className="g-muted">
                {t(`reason.${reason}`)}
                {found === null ? '' : ` ${t('ids.found', { found })}`}
              </small>
            </li>
          ))}
        </ul>
      )}
      <More left={left} onPress={more} />
    </section>
  );
}
