import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { MAX_EXPORTED_IDS } from '#core/protocol';
import type { OpenProject } from '#core/project';
import {
  Button,
  ComboBox,
  Disclosure,
  LengthField,
  Select,
  Spinner,
  Switch,
  TextField,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SELECTION } from '#plugins/work/selection/api';
import { SURFACES } from '../model/surface-desk.ts';
import { useAttempt } from './useAttempt.ts';

interface MakePartProps {
  project: OpenProject;
  /** Whether the project has no surface yet: there is nothing else to do then. */
  isFirst: boolean;
}

/** Of what a surface is made, and how. */
export const MakePart = observer(function MakePart({ project, isFirst }: MakePartProps) {
  const t = useTranslate('surfaces');
  const desk = useService(SURFACES);
  const selection = useService(SELECTION);
  const ids = useObservable(selection.ids$, selection.ids);
  const types = useObservable(project.types$, project.types);
  const [isOpen, setOpen] = useState<boolean>();
  const [of, setOf] = useState<'selection' | 'type'>('selection');
  const [typeName, setTypeName] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [longest, setLongest] = useState<number>();
  const [hasBorders, setBorders] = useState(true);
  const { attempt, isBusy } = useAttempt();
  const isSelection = of === 'selection';
  const isTooMany = isSelection && ids.length > MAX_EXPORTED_IDS;
  const isReady = isSelection ? ids.length > 0 && !isTooMany : typeName !== null;
  const make = () =>
    attempt(async () => {
      await desk.make({
        name: name.trim() || t('name', { number: (desk.surfaces?.length ?? 0) + 1 }),
        of: isSelection ? { ids: [...ids] } : { typeNames: [typeName!] },
        longest,
        hasBorders,
      });
      setName('');
    });
  return (
    <Disclosure title={t('new')} isExpanded={isOpen ?? isFirst} onExpandedChange={setOpen}>
      <div className="surfaces">
        <p className="g-muted">{t('help')}</p>
        <Select
          label={t('of')}
          options={[
            { value: 'selection', title: t('of.selection') },
            { value: 'type', title: t('of.type') },
          ]}
          value={of}
          onChange={(value) => setOf(value as typeof of)}
        />
        {!isSelection && (
          <ComboBox
            label={t('type')}
            options={[...types.keys()].map((one) => ({ value: one, title: one }))}
            value={typeName}
            onChange={setTypeName}
          />
        )}
        <TextField label={t('new.name')} value={name} maxLength={120} autoComplete="off" onChange={setName} />
        <LengthField label={t('longest')} value={longest} min={0.01} max={100_000} onChange={setLongest} />
        <Switch isSelected={hasBorders} onChange={setBorders}>
          {t('borders')}
        </Switch>
        {isTooMany && <p className="g-error">{t('too-many', { most: MAX_EXPORTED_IDS })}</p>}
        <Button variant="primary" isDisabled={!isReady || isBusy} onPress={() => void make()}>
          {isSelection ? t('make', { count: ids.length }) : t('make.type')}
        </Button>
        {isBusy && <Spinner />}
      </div>
    </Disclosure>
  );
});
