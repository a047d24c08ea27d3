import { observer } from 'mobx-react-lite';
import { PROJECTS } from '#core/project';
import {
  Button,
  EmptyState,
  ErrorPanel,
  Icon,
  ProgressBar,
  downloadText,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { VALIDATION_DESK } from '../model/desk.ts';
import { csvOf, geoJsonOf } from '../model/export.ts';
import { CheckChoices } from './CheckChoices.tsx';
import { FindingCard } from './FindingCard.tsx';
import { FindingsTable } from './FindingsTable.tsx';
import type { OfProject } from './props.ts';
import { ProposalCard } from './ProposalCard.tsx';
import { SourceChoice } from './SourceChoice.tsx';
import './validate.css';

/** Checks the drawing, and offers repairs. */
export default observer(function ValidatePanel() {
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  const { current } = useService(VALIDATION_DESK);
  return project && current ? <Checking project={project} validation={current} /> : null;
});

const Checking = observer(function Checking({ project, validation }: OfProject) {
  const t = useTranslate('validate');
  const { progress, error } = validation;
  return (
    <div className="val-panel">
      <div className="val-start">
        <SourceChoice project={project} validation={validation} />
        {progress === undefined ? (
          <Button variant="primary" onPress={() => void validation.run()}>
            {t(validation.checkedCount === undefined ? 'check' : 'again')}
          </Button>
        ) : (
          <Button onPress={() => validation.stop()}>{t('core:dialog.cancel')}</Button>
        )}
      </div>
      {progress !== undefined && <ProgressBar label={t('running')} value={progress} />}
      <CheckChoices validation={validation} />
      {error !== undefined ? (
        <ErrorPanel error={error} onRetry={() => void validation.run()} />
      ) : (
        <Outcome project={project} validation={validation} />
      )}
    </div>
  );
});

const Outcome = observer(function Outcome({ project, validation }: OfProject) {
  const t = useTranslate('validate');
  const { checkedCount, found, findings, isStale, isPartial, proposal, active, showsIgnored } = validation;
  if (checkedCount === undefined)
    return (
      <EmptyState icon={<Icon name="shapes" />} title={t('empty.title')}>
        {t('empty.help')}
      </EmptyState>
    );
  const ignored = found.length - (showsIgnored ? 0 : findings.length);
  return (
    <>
      {isStale && <Warning>{t('stale')}</Warning>}
      {isPartial && <Warning>{t('partial')}</Warning>}
      {found.length === 0 ? (
        <EmptyState icon={<Icon name="check" />} title={t('nothing.title')}>
          {t(checkedCount === 0 ? 'nothing.none' : 'nothing.help', { count: checkedCount })}
        </EmptyState>
      ) : (
        <>
          <p role="status" className="g-muted g-figures">
            {t('looked', { count: checkedCount })} · {t('found', { count: findings.length })}
          </p>
          <FindingsTable project={project} validation={validation} />
          {proposal ? (
            <ProposalCard project={project} validation={validation} proposal={proposal} />
          ) : (
            active && (
              <FindingCard key={active.id} project={project} validation={validation} finding={active} />
            )
          )}
          <div className="val-actions">
            <Button size="s" onPress={() => downloadText('findings.csv', csvOf(findings))}>
              {t('csv')}
            </Button>
            <Button size="s" onPress={() => downloadText('findings.geojson', geoJsonOf(findings))}>
              {t('geojson')}
            </Button>
            {(ignored > 0 || showsIgnored) && (
              <Button
                size="s"
                variant="quiet"
                onPress={() => validation.set({ showsIgnored: !showsIgnored, kind: undefined })}
              >
                {showsIgnored ? t('ignored.back') : t('ignored.show', { count: ignored })}
              </Button>
            )}
          </div>
        </>
      )}
    </>
  );
});

function Warning({ children }: { children: string }) {
  return (
    <p className="val-warning" role="status">
      <Icon name="warning" size={16} />
      {children}
    </p>
  );
}
