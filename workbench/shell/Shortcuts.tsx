import { Dialog, Kbd, Link, useContributions, useObservable, useService, useTranslate } from '#core/react';
import { TOOLS } from '#core/tools';
import { inGroups, useTitles, type Titled } from './titles.ts';
import { useToolsAtHand } from './useToolsAtHand.ts';
import { useWorkspace } from './useWorkspace.ts';
import './Shortcuts.css';

interface ShortcutRow {
  keys: readonly string[];
  title: string;
}

/** Two shortcuts for the same thing share one line. */
function together(lines: readonly { keys?: string; title: string }[]): ShortcutRow[] {
  const byTitle = new Map<string, string[]>();
  for (const { keys, title } of lines) if (keys) byTitle.set(title, [...(byTitle.get(title) ?? []), keys]);
  return [...byTitle].map(([title, keys]) => ({ title, keys }));
}

/** The shortcuts that are active now. */
export default function Shortcuts({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslate('shell');
  return (
    <Dialog
      title={t('shortcuts.title')}
      isOpen={isOpen}
      onClose={onClose}
      size="l"
      footer={
        <Link button="secondary" href="/user-preference#shortcuts" onClick={onClose}>
          {t('shortcuts.edit')}
        </Link>
      }
    >
      <Sheet />
    </Dialog>
  );
}

function Sheet() {
  const t = useTranslate('shell');
  const titleOf = useTitles();
  const inWorkspace = useWorkspace() !== undefined;
  const tools = useService(TOOLS);
  const active = useObservable(tools.active$, tools.active);
  const linesOf = (all: readonly (Titled & { keys?: string })[]): ShortcutRow[] =>
    together(all.map((one) => ({ keys: one.keys, title: titleOf(one) })));
  const commands = useContributions('commands').filter(({ workspace }) => inWorkspace || !workspace);
  const offered = inGroups(useToolsAtHand());
  const panels = useContributions('panels');
  const sections: { title: string; lines: ShortcutRow[] }[] = [
    {
      title: t('shortcuts.everywhere'),
      lines: [
        { keys: ['Ctrl+K'], title: t('palette.open') },
        { keys: ['?'], title: t('shortcuts.title') },
        { keys: ['F6'], title: t('shortcuts.messages') },
      ],
    },
    { title: t('shortcuts.commands'), lines: linesOf(commands) },
    { title: t('tools'), lines: inWorkspace ? linesOf(offered) : [] },
    {
      title: t('shortcuts.inHand'),
      lines:
        inWorkspace && active
          ? [
              { keys: ['Enter'], title: t('shortcuts.complete') },
              { keys: ['Esc'], title: t('shortcuts.cancel') },
            ]
          : [],
    },
    { title: t('panels'), lines: inWorkspace ? linesOf(panels) : [] },
  ];
  return (
    // In low windows the list scrolls with the arrow keys while it has the focus.
    <div className="shell-sheet" role="region" aria-label={t('shortcuts.title')} tabIndex={0}>
      {sections
        .filter(({ lines }) => lines.length > 0)
        .map(({ title, lines }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {lines.map(({ keys, title: what }) => (
                <div key={what}>
                  <dt>
                    {keys.map((one) => (
                      <Kbd key={one} keys={one} />
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </div>
  );
}
