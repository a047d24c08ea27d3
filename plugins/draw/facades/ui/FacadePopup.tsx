import { observer } from 'mobx-react-lite';
import { VIEWS } from '#core/mapview';
import { ToolPopup, TypedValue, useService, useSetting, useTranslate } from '#core/react';
import { FACADE } from '../model/facade-form.ts';

/** The height of the façades, once their base line is drawn. */
export const FacadePopup = observer(function FacadePopup() {
  const t = useTranslate('facades');
  const form = useService(FACADE);
  const [{ lengthUnit }] = useSetting('units');
  const views = useService(VIEWS);
  if (form.walls === 0) return null;
  return (
    <ToolPopup
      title={t('tool.facade')}
      aside={t('walls', { count: form.walls })}
      onEscape={() => {
        form.type('');
        views.active?.focus();
      }}
    >
      <TypedValue
        form={form}
        label={`${t('field.height')} (${lengthUnit})`}
        description={t('field.height.help')}
        wrong={form.text.trim() !== '' && form.typed === undefined ? t('field.height.wrong') : undefined}
        isIdle={false}
        action={t('apply')}
        suffix={null}
        inputMode="decimal"
      />
    </ToolPopup>
  );
});
