import { useState } from 'react';
import type { FieldCode } from '#core/protocol';
import { ComboBox, Icon, IconButton, Select, TextField, useTranslate } from '#core/react';
import { attributesIn, attributesText } from '../model/code-list.ts';

interface Props {
  code: FieldCode;
  pointTypes: readonly string[];
  lineTypes: Record<'line' | 'area', readonly string[]>;
  onChange: (code: FieldCode) => void;
  onRemove: () => void;
}

/** One code of the list: what its points and its lines become. */
export function CodeRow({ code, pointTypes, lineTypes, onChange, onRemove }: Props) {
  const t = useTranslate('field-book');
  const [attributes, setAttributes] = useState(() => attributesText(code.attributes));
  const { line } = code;
  const options = (names: readonly string[]) => names.map((name) => ({ value: name, title: name }));
  return (
    <li className="fbk-code">
      <TextField
        label={t('codes.code')}
        value={code.code}
        maxLength={60}
        onChange={(value) => onChange({ ...code, code: value })}
      />
      <ComboBox
        label={t('list.points')}
        options={[{ value: NONE, title: t('codes.none') }, ...options(pointTypes)]}
        value={code.pointType ?? NONE}
        onChange={(value) =>
          value !== null && onChange({ ...code, pointType: value === NONE ? null : value })
        }
        allowsCustomValue
      />
      <Select
        label={t('list.line')}
        options={KINDS.map((kind) => ({ value: kind, title: t(`list.kind.${kind}`) }))}
        value={line?.kind ?? 'none'}
        onChange={(kind) =>
          onChange({
            ...code,
            line:
              kind === 'none'
                ? null
                : { kind: kind as 'line' | 'area', typeName: line?.typeName ?? code.code },
          })
        }
      />
      {line && (
        <ComboBox
          label={t('list.line-type')}
          options={options(lineTypes[line.kind])}
          value={line.typeName}
          onChange={(typeName) => typeName !== null && onChange({ ...code, line: { ...line, typeName } })}
          allowsCustomValue
        />
      )}
      <TextField
        label={t('list.attributes')}
        placeholder={t('list.attributes.example')}
        value={attributes}
        onChange={(text) => {
          setAttributes(text);
          onChange({ ...code, attributes: attributesIn(text) });
        }}
      />
      <label className="g-field">
        <span className="g-label">{t('list.color')}</span>
        <input
          type="color"
          value={code.color ?? '#0072b2'}
          onChange={(event) => onChange({ ...code, color: event.target.value })}
        />
      </label>
      <IconButton
        size="s"
        label={t('codes.remove', { code: code.code })}
        icon={<Icon name="trash" />}
        onPress={onRemove}
      />
    </li>
  );
}

const NONE = '\u0000';
const KINDS = ['none', 'line', 'area'] as const;
