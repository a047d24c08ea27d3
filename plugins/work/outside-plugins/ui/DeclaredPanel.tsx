import { useEffect, type ComponentType } from 'react';
import { Button, Table, useObservable, useTranslate } from '#core/react';
import type { Block } from '../model/messages.ts';
import type { RunningPlugin } from '../model/runtime.ts';
import { DeclaredChart } from './DeclaredChart.tsx';
import { DeclaredForm } from './DeclaredForm.tsx';
import './outside-plugins.css';

const NOTHING = { blocks: undefined, problem: undefined };

/** The component of one panel of a plugin from outside, which draws what the plugin has declared. */
export function panelOf(running: RunningPlugin, panel: string): ComponentType {
  const state$ = running.panel$(panel);
  return function DeclaredPanel() {
    const t = useTranslate('outside-plugins');
    const { blocks, problem } = useObservable(state$, NOTHING);
    useEffect(() => void running.send({ name: 'opened', of: panel }), []);
    if (problem !== undefined)
      return (
        <div className="outside">
          <p role="alert">{problem}</p>
          <Button onPress={() => void running.send({ name: 'opened', of: panel })}>{t('again')}</Button>
        </div>
      );
    if (!blocks)
      return (
        <p className="outside g-muted" role="status">
          {t('starting')}
        </p>
      );
    return (
      <div className="outside">
        {blocks.map((block, n) => (
          <DeclaredBlock
            key={`${n} ${'id' in block ? block.id : block.kind}`}
            block={block}
            running={running}
            panel={panel}
          />
        ))}
      </div>
    );
  };
}

interface TableRow {
  id: string;
  cells: readonly (string | number)[];
}

interface BlockProps {
  block: Block;
  running: RunningPlugin;
  panel: string;
}

function DeclaredBlock({ block, running, panel }: BlockProps) {
  const t = useTranslate('outside-plugins');
  switch (block.kind) {
    case 'heading':
      return <h3>{block.text}</h3>;
    case 'text':
      return <p>{block.text}</p>;
    case 'table':
      return (
        <Table<TableRow>
          label={t('table', { columns: block.columns.join(', ') })}
          rows={block.rows.map((cells, n): TableRow => ({ id: `row ${n}`, cells }))}
          rowId={({ id }) => id}
          columns={block.columns.map((title, n) => ({
            id: `column ${n}`,
            title,
            align: n > 0 && block.rows.every(({ [n]: cell }) => typeof cell === 'number') ? 'end' : 'start',
            cell: ({ cells }) => cells[n] ?? '',
          }))}
        />
      );
    case 'button':
      return (
        <Button onPress={() => void running.send({ name: 'pressed', of: panel, part: block.id })}>
          {block.label}
        </Button>
      );
    case 'chart':
      return <DeclaredChart chart={block} />;
    case 'form':
      return (
        <DeclaredForm
          key={JSON.stringify(block.fields)}
          form={block}
          onSubmit={(values) => running.send({ name: 'submitted', of: panel, part: block.id, values })}
        />
      );
  }
}
