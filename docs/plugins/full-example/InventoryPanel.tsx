import { PROJECTS } from '#core/project';
import { Button, useI18n, useObservable, useService, useSetting, useTranslate } from '#core/react';
import { SELECTION } from '#plugins/work/selection/api';
import { countByType, idsOfType } from './counting.ts';

declare module '#core/settings' {
  interface SettingValues {
    'example-inventory.share': boolean;
  }
}

/** How many objects of each type are loaded, most first; a press selects those of one. */
export function InventoryPanel() {
  const t = useTranslate('example-inventory');
  const i18n = useI18n();
  const [showsShare] = useSetting('example-inventory.share');
  const projects = useService(PROJECTS);
  const selection = useService(SELECTION);
  const project = useObservable(projects.current$, projects.current);
  useObservable(project?.document.changes$, undefined);
  if (!project) return null;
  const counts = countByType(project.document.values());
  if (counts.length === 0) return <p className="g-muted">{t('none')}</p>;
  return (
    <ul className="example-inventory" aria-label={t('list')}>
      {counts.map(({ typeName, count, share }) => {
        const type = project.types.get(typeName)?.title[i18n.language] || typeName;
        return (
          <li key={typeName}>
            <Button
              size="s"
              aria-label={t('select', { type })}
              onPress={() => selection.set(idsOfType(project.document.values(), typeName))}
            >
              {type}
            </Button>
            <span>{i18n.number(count)}</span>
            {showsShare && <span className="g-muted">{i18n.number(share, { style: 'percent' })}</span>}
          </li>
        );
      })}
    </ul>
  );
}
