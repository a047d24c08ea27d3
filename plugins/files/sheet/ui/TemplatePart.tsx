import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { grants } from '#core/protocol';
import {
  AlertDialog,
  ErrorPanel,
  Icon,
  IconButton,
  Menu,
  Select,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { SHEET_DESK } from '../model/sheet-desk.ts';
import { SHEET_TEMPLATES } from '../model/sheet-templates.ts';
import { NameDialog } from './NameDialog.tsx';

type Asked = 'save' | 'rename' | 'delete' | undefined;

/** The layouts that the organization keeps: taken over, saved, renamed, deleted. */
export const TemplatePart = observer(function TemplatePart() {
  const t = useTranslate('sheet');
  const desk = useService(SHEET_DESK);
  const templates = useService(SHEET_TEMPLATES);
  const session = useService(SESSION);
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => void templates.read(), [templates]);
  const mayChange = grants(session.me?.authorizations ?? [], 'attributes.write');
  const { list, template, failure } = templates;
  const take = (id: string) => {
    templates.choose(id);
    const { template: chosen } = templates;
    if (chosen) desk.setLayout(chosen.layout);
  };
  const close = () => setAsked(undefined);
  return (
    <div className="sheet-template">
      <div className="sheet-template-row">
        <Select
          label={t('template')}
          placeholder={t(list?.length === 0 ? 'template.none' : 'template.choose')}
          value={templates.chosen ?? null}
          options={(list ?? []).map(({ id, name }) => ({ value: id, title: name }))}
          isDisabled={!list || list.length === 0}
          onChange={take}
        />
        {mayChange && (
          <Menu
            label={t('template.menu')}
            trigger={<IconButton label={t('template.menu')} icon={<Icon name="more" />} />}
            entries={[
              { id: 'save', title: t('template.save-as'), onAction: () => setAsked('save') },
              {
                id: 'update',
                title: t('template.update'),
                isDisabled: !template,
                onAction: () => template && void templates.update(template, { layout: desk.layout }),
              },
              {
                id: 'rename',
                title: t('template.rename'),
                isDisabled: !template,
                onAction: () => setAsked('rename'),
              },
              {
                id: 'delete',
                title: t('template.delete'),
                danger: true,
                isDisabled: !template,
                onAction: () => setAsked('delete'),
              },
            ]}
          />
        )}
      </div>
      {failure !== undefined && (
        <ErrorPanel title={t('template.failed')} error={failure} onRetry={() => void templates.read()} />
      )}
      {asked === 'save' && (
        <NameDialog
          title={t('template.save-as')}
          action={t('template.save')}
          before=""
          onClose={close}
          onName={(name) => templates.add(name, desk.layout)}
        />
      )}
      {template && (
        <>
          {asked === 'rename' && (
            <NameDialog
              title={t('template.rename')}
              action={t('template.rename')}
              before={template.name}
              onClose={close}
              onName={(name) => templates.update(template, { name })}
            />
          )}
          <AlertDialog
            title={t('template.delete')}
            isOpen={asked === 'delete'}
            action={t('template.delete')}
            variant="danger"
            onClose={close}
            onAction={async () => {
              await templates.remove(template);
              close();
            }}
          >
            {t('template.delete.help', { name: template.name })}
          </AlertDialog>
        </>
      )}
    </div>
  );
});
