import { observer } from 'mobx-react-lite';
import { grants } from '#core/protocol';
import {
  Button,
  Icon,
  IconButton,
  useI18n,
  usePrinter,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { TOOLS } from '#core/tools';
import { VALIDATION_DESK } from '../model/desk.ts';
import type { Finding } from '../model/finding.ts';
import type { OfProject } from './props.ts';
import { nameOf, sizeText } from './texts.ts';
import { useScrollIntoView } from './useScrollIntoView.ts';

/** The current finding: its kind, its objects, and the possible repairs. */
export const FindingCard = observer(function FindingCard({
  project,
  validation,
  finding,
}: OfProject & { finding: Finding }) {
  const t = useTranslate('validate');
  const i18n = useI18n();
  const print = usePrinter();
  const scrollIntoView = useScrollIntoView();
  const [desk, session, tools] = [useService(VALIDATION_DESK), useService(SESSION), useService(TOOLS)];
  const me = useObservable(session.me$, session.me);
  const mayWrite = grants(me?.authorizations ?? [], 'geometries.write');
  const { listed, showsIgnored, findings } = validation;
  const ofKind = findings.filter(({ kind }) => kind === finding.kind);
  const size = sizeText(finding, t, print);
  const canOpen = mayWrite && tools !== undefined;
  return (
    <section ref={scrollIntoView} className="val-card" aria-label={t(`kind.${finding.kind}`)}>
      <header>
        <h3>{t(`kind.${finding.kind}`)}</h3>
        <span className="g-muted g-figures">
          {listed.indexOf(finding) + 1}/{listed.length}
        </span>
        <IconButton
          size="s"
          label={t('command.previous')}
          keys=","
          icon={<Icon name="chevron-left" />}
          onPress={() => desk.step(-1)}
        />
        <IconButton
          size="s"
          label={t('command.next')}
          keys="."
          icon={<Icon name="chevron-right" />}
          onPress={() => desk.step(1)}
        />
      </header>
      <p>
        {t(`detail.${finding.detail}`)}
        {size && <span className="g-figures"> {size}.</span>}
      </p>
      <p className="g-muted">{finding.objects.map((object) => nameOf(object, project, i18n)).join(' · ')}</p>
      {!mayWrite && <p className="g-help">{t('rights')}</p>}
      <div className="val-actions">
        {finding.kind !== 'bounds' && (
          <>
            <Button
              size="s"
              variant="primary"
              isDisabled={!mayWrite}
              onPress={() => void validation.propose([finding])}
            >
              {t('repair')}
            </Button>
            {ofKind.length > 1 && (
              <Button size="s" isDisabled={!mayWrite} onPress={() => void validation.propose(ofKind)}>
                {t('repair.all', { count: ofKind.length })}
              </Button>
            )}
          </>
        )}
        <Button size="s" isDisabled={!canOpen} onPress={() => void tools.activate('modify.vertices')}>
          {t('vertices')}
        </Button>
        <Button
          size="s"
          variant="quiet"
          onPress={() => {
            validation.ignore([finding.id], !showsIgnored);
          }}
        >
          {t(showsIgnored ? 'ignore.not' : 'ignore')}
        </Button>
      </div>
    </section>
  );
});
