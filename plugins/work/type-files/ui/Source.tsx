import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { IconName } from '#core/plugin';
import { classes, ComboBox, FileButton, Icon, RadioGroup, useService, useTranslate } from '#core/react';
import { TAKEN_TYPES } from '../model/taken-types.ts';
import { TEMPLATE_IDS, type TemplateId } from '../model/templates.ts';

const ICONS: Record<TemplateId, IconName> = {
  cadastre: 'area',
  utilities: 'line',
  trees: 'point',
  buildings: 'building',
  roads: 'map',
};

/** Where the types come from, and for which project they are. */
export const Source = observer(function Source() {
  const t = useTranslate('type-files');
  const taken = useService(TAKEN_TYPES);
  const { template, fileName } = taken;
  return (
    <>
      <div role="group" aria-label={t('templates')} className="tyf-templates">
        {TEMPLATE_IDS.map((id) => (
          <button
            key={id}
            type="button"
            className={classes('g-row', 'tyf-template', id === template && 'tyf-current')}
            aria-pressed={id === template}
            onClick={() => void taken.choose(id)}
          >
            <Icon name={ICONS[id]} />
            <span>
              {t(`template.${id}`)}
              <span className="g-muted">{t(`template.${id}.help`)}</span>
            </span>
          </button>
        ))}
      </div>
      <div className="tyf-file">
        <FileButton
          accept={['.json']}
          icon={<Icon name="upload" />}
          onFile={(file) => void taken.readFile(file)}
        >
          {t('file')}
        </FileButton>
        <span className="g-muted">{fileName ?? t('file.help')}</span>
      </div>
      {!taken.options?.project && <ForProject />}
    </>
  );
});

const ForProject = observer(function ForProject() {
  const t = useTranslate('type-files');
  const taken = useService(TAKEN_TYPES);
  const [isOne, setOne] = useState(false);
  return (
    <div className="tyf-for">
      <RadioGroup
        label={t('for')}
        value={isOne ? 'one' : 'all'}
        options={(['all', 'one'] as const).map((value) => ({ value, title: t(`for.${value}`) }))}
        onChange={(value) => {
          setOne(value === 'one');
          if (value === 'all') void taken.setProject(undefined);
        }}
      />
      {isOne && (
        <ComboBox
          label={t('project')}
          isRequired
          value={taken.project?.id ?? null}
          valueTitle={taken.project?.title}
          find={(text, signal) => taken.findProjects(text, signal)}
          onChange={(id, option) =>
            void taken.setProject(id !== null && option ? { id, title: option.title } : undefined)
          }
        />
      )}
    </div>
  );
});
