import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { map, merge } from 'rxjs';
import { PROJECTS, type OpenProject } from '#core/project';
import type { ObjectType } from '#core/protocol';
import {
  Button,
  Checkbox,
  EmptyState,
  Form,
  Icon,
  Select,
  TextField,
  useI18n,
  useObservable,
  useMeasureCRS,
  usePrinter,
  useService,
  useTranslate,
} from '#core/react';
import { titleOf } from '#core/fields';
import type { LineGeometry } from '#core/shapes';
import { planeIn } from '#core/sketch';
import { lengthBy, parseWay, placeAlong } from '../model/along.ts';
import { lineOf } from '../model/cut.ts';
import { rulesFor, type Rule, type Rules } from '../model/rules.ts';
import { type Splitting, SPLITTING } from '../model/splitting.ts';
import './SplitPanel.css';

/** Splits the selected line at a typed position, and sets how its parts get attribute values. */
export default function SplitPanel() {
  const splitting = useService(SPLITTING);
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  return project ? <Here key={project.project.id} project={project} splitting={splitting} /> : <Nothing />;
}

function Nothing() {
  const t = useTranslate('split');
  return (
    <EmptyState icon={<Icon name="split" size={20} />} title={t('panel.none')}>
      {t('panel.none.help')}
    </EmptyState>
  );
}

function Here({ project, splitting }: { project: OpenProject; splitting: Splitting }) {
  // Emits on each change of the selected objects.
  const [selected$] = useState(() =>
    merge(splitting.targets.selection.ids$, project.document.changes$).pipe(map(() => splitting.selected())),
  );
  const selected = useObservable(selected$, splitting.selected());
  const types = useObservable(project.types$, project.types);
  const [first] = selected;
  if (!first) return <Nothing />;
  const line = selected.length === 1 ? lineOf(first) : undefined;
  const type = types.get(first.typeName);
  return (
    <div className="split-panel">
      {line && (
        <AtDistance key={first.id} id={first.id} line={line} project={project} splitting={splitting} />
      )}
      {type && <AttributeRules type={type} rules={splitting.rules} />}
    </div>
  );
}

/** Metres; anything shorter is a rounding artefact. */
const SHORTEST = 0.001;

interface AtDistanceProps {
  id: string;
  line: LineGeometry;
  project: OpenProject;
  splitting: Splitting;
}

function AtDistance({ id, line, project, splitting }: AtDistanceProps) {
  const t = useTranslate('split');
  const metric = planeIn(useMeasureCRS());
  const print = usePrinter();
  const [text, setText] = useState('');
  const [fromEnd, setFromEnd] = useState(false);
  const [problem, setProblem] = useState<string>();
  const length = lengthBy(metric, line);
  const typed = parseWay(text, length, print.parseLength);
  const within = typed !== undefined && Math.min(typed, length - typed) >= SHORTEST;

  const save = (): void => {
    if (typed === undefined) setProblem(t('at.wrong'));
    else if (!within) setProblem(t('at.outside', { value: print.length(length) }));
    else {
      const place = placeAlong(metric, line, fromEnd ? length - typed : typed);
      const plan = place ? splitting.at(project, id, place) : 'gone';
      if (typeof plan === 'string') setProblem(t(`problem.${plan}`));
      else splitting.perform(project, plan);
    }
  };

  return (
    <Form onSubmit={save}>
      <p className="g-muted">
        {metric.crs
          ? t('length.plane', { value: print.length(length), crs: metric.crs })
          : t('length.geodesic', { value: print.length(length) })}
      </p>
      <TextField
        label={t('at')}
        description={
          within
            ? t('at.parts', { first: print.length(typed), second: print.length(length - typed) })
            : t('at.help')
        }
        value={text}
        onChange={(next) => {
          setText(next);
          setProblem(undefined);
        }}
        error={problem}
      />
      <Checkbox isSelected={fromEnd} onChange={setFromEnd}>
        {t('at.from-end')}
      </Checkbox>
      <Button type="submit" variant="primary" isDisabled={text.trim() === ''}>
        {t('at.split')}
      </Button>
    </Form>
  );
}

const AttributeRules = observer(function AttributeRules({ type, rules }: { type: ObjectType; rules: Rules }) {
  const t = useTranslate('split');
  const i18n = useI18n();
  const fields = type.fields.filter(({ computed }) => computed === undefined);
  return (
    <section className="split-rules">
      <h3>{t('rules.title', { type: titleOf(type, i18n) })}</h3>
      {fields.length === 0 && <p className="g-muted">{t('rules.none')}</p>}
      {fields.map((field) => (
        <Select
          key={field.name}
          label={titleOf(field, i18n)}
          options={rulesFor(field).map((rule) => ({ value: rule, title: t(`rule.${rule}`) }))}
          value={rules.of(type.name, field)}
          onChange={(rule) => rules.choose(type, field, rule as Rule)}
        />
      ))}
    </section>
  );
});
