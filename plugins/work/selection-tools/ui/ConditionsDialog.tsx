import { observer } from 'mobx-react-lite';
import { titleOf } from '#core/fields';
import { PROJECTS } from '#core/project';
import {
  Button,
  Checkbox,
  Dialog,
  Form,
  Icon,
  RadioGroup,
  Select,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { SELECTION } from '#plugins/work/selection/api';
import { MODES, type Mode } from '../model/combine.ts';
import { SEARCH } from '../model/search.ts';
import { ConditionRow } from './ConditionRow.tsx';
import './ConditionsDialog.css';

const FORM = 'selection-tools-conditions';

/** Selects the objects of a type that match conditions on its fields. */
export default observer(function ConditionsDialog() {
  const t = useTranslate('selection-tools');
  const i18n = useI18n();
  const search = useService(SEARCH);
  const types = useService(PROJECTS).current?.types ?? new Map();
  const selected = useService(SELECTION).ids.length;
  const fields = types.get(search.typeName)?.fields ?? [];
  const searching = search.state === 'searching';
  return (
    <Dialog
      isOpen={search.isOpen}
      keepOpen
      title={t('command.conditions')}
      onClose={() => search.close()}
      footer={
        <>
          <Button onPress={() => search.close()}>{t('core:dialog.cancel')}</Button>
          <Button type="submit" form={FORM} variant="primary" isDisabled={!search.isReady || searching}>
            {t(searching ? 'searching' : 'select')}
          </Button>
        </>
      }
    >
      <Form id={FORM} onSubmit={() => search.run()} className="sel-conditions">
        <Select
          label={t('type')}
          options={[...types.values()].map((type) => ({ value: type.name, title: titleOf(type, i18n) }))}
          value={search.typeName}
          onChange={(typeName) => search.ask(typeName)}
        />
        <fieldset>
          <legend>{t('conditions')}</legend>
          {search.conditions.map((condition) => (
            <ConditionRow key={condition.key} condition={condition} fields={fields} search={search} />
          ))}
          {search.conditions.length === 0 && (
            <p className="g-muted">{t(fields.length > 0 ? 'conditions.none' : 'conditions.no-fields')}</p>
          )}
          <Button
            size="s"
            icon={<Icon name="plus" />}
            onPress={() => search.add()}
            isDisabled={fields.length === 0}
          >
            {t('condition.add')}
          </Button>
        </fieldset>
        {search.conditions.length > 1 && (
          <RadioGroup
            label={t('joined')}
            orientation="horizontal"
            options={(['all', 'any'] as const).map((value) => ({ value, title: t(`joined.${value}`) }))}
            value={search.joined}
            onChange={(joined) => search.change({ joined: joined as 'all' | 'any' })}
          />
        )}
        {selected > 0 && (
          <Checkbox isSelected={search.meets} onChange={(meets) => search.change({ meets })}>
            {t('meets', { count: selected })}
          </Checkbox>
        )}
        <Select
          label={t('mode')}
          options={MODES.map((value) => ({ value, title: t(`mode.${value}`) }))}
          value={search.mode}
          onChange={(mode) => search.change({ mode: mode as Mode })}
        />
        <p role="status" className={search.state === 'failed' ? 'sel-failed' : undefined}>
          {search.state === 'nothing' && t('nothing')}
          {search.state === 'failed' && search.error}
        </p>
      </Form>
    </Dialog>
  );
});
