import { Checkbox, useContributions, useTextsOf, useTranslate } from '#core/react';
import type { ProjectAct } from './ProjectTable.tsx';

interface NextStepsProps {
  chosen: readonly ProjectAct[];
  onChange: (chosen: readonly ProjectAct[]) => void;
}

/** What follows when a project has been created: dialogs of plugins, and its members. */
export function NextSteps({ chosen, onChange }: NextStepsProps) {
  const t = useTranslate('projects');
  const actions = useContributions('projectActions').filter(({ onNew, dialog }) => onNew && dialog);
  useTextsOf(actions);
  const steps: { act: ProjectAct; title: string }[] = [
    ...actions.map((act) => ({ act, title: t(`${act.plugin}:${act.onNew}`) })),
    { act: 'members', title: t('new.members') },
  ];
  const idOf = (act: ProjectAct) => (typeof act === 'string' ? act : act.id);
  return (
    <div role="group" aria-label={t('new.then')}>
      <span className="g-label">{t('new.then')}</span>
      {steps.map(({ act, title }) => (
        <Checkbox
          key={idOf(act)}
          isSelected={chosen.some((each) => idOf(each) === idOf(act))}
          onChange={(on) =>
            onChange(
              steps
                .map((step) => step.act)
                .filter((each) =>
                  idOf(each) === idOf(act) ? on : chosen.some((other) => idOf(other) === idOf(each)),
                ),
            )
          }
        >
          {title}
        </Checkbox>
      ))}
    </div>
  );
}
