import { observer } from 'mobx-react-lite';
import { Button, RadioGroup, useI18n, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import type { FindingKind } from '../model/finding.ts';
import type { RepairProposal } from '../model/validation.ts';
import type { OfProject } from './props.ts';
import { nameOf } from './texts.ts';
import { useScrollIntoView } from './useScrollIntoView.ts';

/** Kinds in which an area is assigned to one of several objects. */
const SHARED: readonly FindingKind[] = ['overlap', 'duplicate', 'gap'];
const BY_ITSELF = '';

/** The changes of a repair, previewed on the map, and the button that applies them. */
export const ProposalCard = observer(function ProposalCard({
  project,
  validation,
  proposal,
}: OfProject & { proposal: RepairProposal }) {
  const t = useTranslate('validate');
  const i18n = useI18n();
  const scrollIntoView = useScrollIntoView();
  const toasts = useService(TOASTS);
  const { requested, changes, faults, findings, to } = proposal;
  const [only] = requested;
  const choice = requested.length === 1 && only && SHARED.includes(only.kind) ? only : undefined;
  const gone = changes.filter(({ after }) => !after).length;
  const apply = () => {
    if (!validation.apply()) toasts.show('error', t('changed'));
  };
  return (
    <section ref={scrollIntoView} className="val-card" aria-label={t('proposal')}>
      <h3>{t('proposal')}</h3>
      {choice && (
        <RadioGroup
          label={t(`to.${choice.kind}`)}
          value={to ?? BY_ITSELF}
          onChange={(id) => void validation.propose(requested, id === BY_ITSELF ? undefined : id)}
          options={[
            { value: BY_ITSELF, title: t(choice.kind === 'gap' ? 'to.border' : 'to.older') },
            ...choice.objects.map((object, i) => ({
              value: object.id,
              title: `${i + 1}. ${nameOf(object, project, i18n)}`,
            })),
          ]}
        />
      )}
      {findings.length > 0 && (
        <p className="g-figures">
          {t('proposal.changes', { count: changes.length - gone })}{' '}
          {gone > 0 && t('proposal.deletes', { count: gone })}
        </p>
      )}
      {[...faults].map(([fault, count]) => (
        <p key={fault} className="g-help g-figures">
          {requested.length > 1 && `${i18n.number(count)} × `}
          {t(`fault.${fault}`)}
        </p>
      ))}
      {findings.length > 0 && <p className="g-help">{t('proposal.legend')}</p>}
      <div className="val-actions">
        <Button size="s" variant="primary" isDisabled={changes.length === 0} onPress={apply}>
          {t('proposal.apply', { count: findings.length })}
        </Button>
        <Button size="s" onPress={() => validation.activate(validation.activeId)}>
          {t('core:dialog.cancel')}
        </Button>
      </div>
    </section>
  );
});
