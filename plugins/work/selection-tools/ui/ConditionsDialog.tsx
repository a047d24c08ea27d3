import { observer } from 'mobx-react-lite';
import { titleOf } from '#core/fields';
import { PROJECTS } from '#core/project';
import {
  Button,
  Checkbox,
  Dialog,
  Form,
  RadioGroup,
  Select,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { SELECTION } from '#plugins/work/selection/api';
import { MODES, type Mode } from '../model/combine.ts';
import { SEARCH } from '../model/search.ts';
import { Conditions } from './Conditions.tsx';
import { ExpressionField } from './ExpressionField.tsx';
import './ConditionsDialog.css';

const FORM = 'selection-tools-conditions';

/** Selects the objects of a type that match conditions on its fields, or an expression; counts them first if asked. */
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
          <Button onPress={() => void search.countFound()} isDisabled={!search.isReady || searching}>
            {t('count')}
          </Button>
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
        <RadioGroup
          label={t('by')}
          orientation="horizontal"
          options={(['conditions', 'expression'] as const).map((value) => ({
            value,
            title: t(`by.${value}`),
          }))}
          value={search.by}
          onChange={(by) => search.change({ by: by as 'conditions' | 'expression' })}
        />
        {search.by === 'expression' ? <ExpressionField /> : <Conditions fields={fields} />}
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
          {search.state === 'counted' && t('counted', { count: search.count })}
          {search.state === 'failed' && search.error}
        </p>
      </Form>
    </Dialog>
  );
});
