import type { GeometryType, Style, StyleCategory, StyleClasses, StyleRange, StyleRule } from '#core/protocol';
import { withoutUndefined } from '#core/kernel';
import {
  Button,
  Checkbox,
  Icon,
  IconButton,
  NumberField,
  Popover,
  Swatch,
  TextField,
  useI18n,
  useTranslate,
} from '#core/react';
import { classesOf, classTitle, type StyleClass } from '#core/styles';
import { symbolOf } from '../model/new-classes.ts';
import { FormulaField } from './FormulaField.tsx';
import { ScaleFields } from './ScaleFields.tsx';
import { SymbolForm } from './SymbolForm.tsx';

/** Most rows that are shown; a style may have a thousand classes. */
const MAX_ROWS = 100;

interface ClassRowsProps {
  style: Style;
  classes: StyleClasses;
  geometryType: GeometryType | null;
  onChange: (classes: StyleClasses, part: string) => void;
  onProblem: (sentence: string) => void;
}

/** The classes of a style: symbol, title, and what they are for. */
export function ClassRows({ style, classes, geometryType, onChange, onProblem }: ClassRowsProps) {
  const t = useTranslate('object-types');
  const i18n = useI18n();
  const list = classesOf({ classes });
  const put = (all: readonly StyleClass[], part: string) => onChange(withClasses(classes, all, part), part);
  const set = (n: number, change: Partial<StyleCategory & StyleRange & StyleRule>, part: string) =>
    put(list.with(n, withoutUndefined({ ...list[n]!, ...change })), `${n} ${part}`);
  const swap = (n: number) => put(list.with(n, list[n - 1]!).with(n - 1, list[n]!), 'order');
  return (
    <div className="types-form">
      {list.length > 0 && (
        <ul className="types-classes" aria-label={t('classes')}>
          {list.slice(0, MAX_ROWS).map((each, n) => {
            const title = classTitle(each, (value) => i18n.number(value)) || t('class.n', { n: n + 1 });
            return (
              <li key={n}>
                <div className="types-class">
                  <Popover
                    label={t('class.symbol', { title })}
                    placement="left top"
                    className="types-popover"
                    trigger={
                      <IconButton
                        size="s"
                        label={t('class.symbol', { title })}
                        icon={<Swatch style={each.symbol} geometryType={geometryType} />}
                      />
                    }
                  >
                    <SymbolForm
                      symbol={each.symbol}
                      geometryType={geometryType}
                      onProblem={onProblem}
                      onChange={(change, part) =>
                        set(n, { symbol: withoutUndefined({ ...each.symbol, ...change }) }, part)
                      }
                    />
                  </Popover>
                  <TextField
                    label={t('class.title')}
                    hideLabel
                    value={each.title ?? ''}
                    placeholder={title}
                    onChange={(next) => set(n, { title: next || undefined }, 'title')}
                    maxLength={200}
                  />
                  <IconButton
                    size="s"
                    label={t(each.hidden ? 'class.show' : 'class.hide', { title })}
                    icon={<Icon name={each.hidden ? 'eye-off' : 'eye'} />}
                    onPress={() => set(n, { hidden: each.hidden ? undefined : true }, 'hidden')}
                  />
                  {n > 0 && classes.kind === 'rules' && (
                    <IconButton
                      size="s"
                      label={t('class.up', { title })}
                      icon={<Icon name="up" />}
                      onPress={() => swap(n)}
                    />
                  )}
                  <IconButton
                    size="s"
                    label={t('class.remove', { title })}
                    icon={<Icon name="trash" />}
                    onPress={() => put(list.toSpliced(n, 1), 'remove')}
                  />
                </div>
                {'from' in each && (
                  <div className="types-pair">
                    {(['from', 'to'] as const).map((end) => (
                      <NumberField
                        key={end}
                        label={t(`range.${end}`)}
                        value={each[end]}
                        onChange={(value) => value !== undefined && set(n, { [end]: value }, end)}
                      />
                    ))}
                  </div>
                )}
                {classes.kind === 'rules' && (
                  <RuleFields rule={each} onChange={(change, part) => set(n, change, part)} />
                )}
              </li>
            );
          })}
        </ul>
      )}
      {list.length > MAX_ROWS && (
        <p className="g-muted">{t('classes.more', { n: i18n.number(list.length - MAX_ROWS) })}</p>
      )}
      {classes.kind === 'rules' && (
        <Button
          size="s"
          icon={<Icon name="plus" />}
          onPress={() => put([...list, { symbol: symbolOf(style) }], 'add')}
        >
          {t('rule.add')}
        </Button>
      )}
    </div>
  );
}

function RuleFields({
  rule,
  onChange,
}: {
  rule: StyleRule;
  onChange: (change: Partial<StyleRule>, part: string) => void;
}) {
  const t = useTranslate('object-types');
  return (
    <>
      {!rule.otherwise && (
        <FormulaField
          label={t('rule.filter')}
          value={rule.filter ?? ''}
          placeholder="use = 'road' and width > 5"
          onChange={(filter) => onChange({ filter: filter || undefined }, 'filter')}
        />
      )}
      <ScaleFields range={rule} onChange={onChange} />
      <Checkbox
        isSelected={rule.otherwise ?? false}
        onChange={(on) =>
          onChange({ otherwise: on || undefined, ...(on ? { filter: undefined } : {}) }, 'otherwise')
        }
      >
        {t('rule.otherwise')}
      </Checkbox>
    </>
  );
}

/** Limits that are changed by hand are no longer those of the method. */
function withClasses(classes: StyleClasses, all: readonly StyleClass[], part: string): StyleClasses {
  switch (classes.kind) {
    case 'categorized':
      return { ...classes, categories: all as StyleCategory[] };
    case 'graduated':
      return {
        ...classes,
        method: /(from|to|remove)$/.test(part) ? 'manual' : classes.method,
        ranges: all as StyleRange[],
      };
    case 'rules':
      return { ...classes, rules: all as StyleRule[] };
  }
}
