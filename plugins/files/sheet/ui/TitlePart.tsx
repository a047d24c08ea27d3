import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { MAX_LOGO, type SheetLayout } from '#core/protocol';
import {
  Button,
  Checkbox,
  FileButton,
  Icon,
  IconButton,
  TextField,
  useService,
  useTranslate,
} from '#core/react';
import { SHEET_DESK } from '../model/sheet-desk.ts';
import { readLogo } from '../model/read-logo.ts';
import { Variables } from './Variables.tsx';

const MAX_ROWS = 12;

type TitleBlock = NonNullable<SheetLayout['titleBlock']>;

/** The title block: title, subtitle, rows and logo. */
export const TitlePart = observer(function TitlePart() {
  const t = useTranslate('sheet');
  const desk = useService(SHEET_DESK);
  const { titleBlock: block } = desk.layout;
  const [problem, setProblem] = useState<string>();
  const change = (part: Partial<TitleBlock>) => block && desk.change({ titleBlock: { ...block, ...part } });
  const toggle = (isShown: boolean) => desk.change({ titleBlock: isShown ? firstTitleBlock(t) : undefined });
  const takeLogo = async (file: File) => {
    const logo = await readLogo(file);
    setProblem(
      logo === undefined ? t('logo.unusable', { most: Math.round((MAX_LOGO * 3) / 4 / 1000) }) : undefined,
    );
    if (logo !== undefined) change({ logo });
  };
  return (
    <div className="sheet-part">
      <Checkbox isSelected={block !== undefined} onChange={toggle}>
        {t('title-block.show')}
      </Checkbox>
      {block && (
        <>
          <TextField
            label={t('title-block.title')}
            value={block.title}
            maxLength={200}
            onChange={(title) => change({ title })}
          />
          <TextField
            label={t('title-block.subtitle')}
            value={block.subtitle}
            maxLength={300}
            onChange={(subtitle) => change({ subtitle })}
          />
          <ul className="sheet-rows" aria-label={t('title-block.rows')}>
            {block.rows.map((row, n) => {
              const set = (part: Partial<typeof row>) =>
                change({ rows: block.rows.map((one, m) => (m === n ? { ...one, ...part } : one)) });
              return (
                <li key={n} className="sheet-row">
                  <TextField
                    label={t('row.name')}
                    hideLabel
                    value={row.name}
                    maxLength={60}
                    onChange={(name) => set({ name })}
                  />
                  <TextField
                    label={t('row.value')}
                    hideLabel
                    value={row.value}
                    maxLength={200}
                    onChange={(value) => set({ value })}
                  />
                  <IconButton
                    label={t('row.remove', { name: row.name })}
                    size="s"
                    icon={<Icon name="trash" />}
                    onPress={() => change({ rows: block.rows.filter((_, m) => m !== n) })}
                  />
                </li>
              );
            })}
          </ul>
          <div className="sheet-actions">
            <Button
              size="s"
              icon={<Icon name="plus" />}
              isDisabled={block.rows.length >= MAX_ROWS}
              onPress={() => change({ rows: [...block.rows, { name: '', value: '' }] })}
            >
              {t('row.add')}
            </Button>
            <FileButton size="s" accept={['image/png', 'image/jpeg']} onFile={(file) => void takeLogo(file)}>
              {t(block.logo === undefined ? 'logo.choose' : 'logo.change')}
            </FileButton>
            {block.logo !== undefined && (
              <Button size="s" variant="quiet" onPress={() => change({ logo: undefined })}>
                {t('logo.remove')}
              </Button>
            )}
          </div>
          {problem !== undefined && (
            <p className="g-error" role="alert">
              {problem}
            </p>
          )}
          <Variables />
        </>
      )}
    </div>
  );
});

/** With the facts that a sheet usually states. */
export function firstTitleBlock(t: (key: string) => string): TitleBlock {
  const rows = (['scale', 'crs', 'date', 'author'] as const).map((name) => ({
    name: t(`variable.${name}`),
    value: `{${name}}`,
  }));
  return {
    title: '{project}',
    subtitle: '{organization}',
    rows: [...rows, { name: t('variable.page'), value: '{page} / {pages}' }],
  };
}
