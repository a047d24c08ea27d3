import { useNavigate } from 'react-router-dom';
import { PANELS } from '#core/plugin';
import {
  useContributions,
  useI18n,
  useObservable,
  useRunCommand,
  useService,
  useTextsOf,
  useTranslate,
} from '#core/react';
import { SETTINGS } from '#core/settings';
import { TOOLS } from '#core/tools';
import { isTitle, rank } from './rank.ts';
import { inGroups, useTitles } from './titles.ts';
import { usePanelsAtHand } from './usePanelsAtHand.ts';
import { useProviders, type PaletteResult, type PaletteSection } from './useProviders.ts';
import { useToolsAtHand } from './useToolsAtHand.ts';
import { useWorkspace } from './useWorkspace.ts';

/** Most results of one kind shown at a time. */
const SHOWN = 16;

/** What the palette finds for `text`: commands, tools, panels and pages at once, results of plugins as they arrive. */
export function usePalette(text: string): { sections: readonly PaletteSection[]; searching: boolean } {
  const own = useOwn(text);
  const { found, searching } = useProviders(text);
  return { sections: [...own, ...found].filter(({ items }) => items.length > 0), searching };
}

function useOwn(text: string): readonly PaletteSection[] {
  const t = useTranslate('shell');
  const i18n = useI18n();
  const titleOf = useTitles();
  const navigate = useNavigate();
  const tools = useService(TOOLS);
  const settings = useService(SETTINGS);
  const runCommand = useRunCommand();
  const inWorkspace = useWorkspace() !== undefined;
  const commands = useContributions('commands');
  const offered = useToolsAtHand();
  const opener = useService(PANELS);
  const panels = usePanelsAtHand();
  const menu = useContributions('menu');
  const definitions = useObservable(settings.definitions$, []);
  useTextsOf(definitions.map(({ title }) => ({ plugin: title.split(':')[0]! })));

  const sections: PaletteSection[] = [
    {
      id: 'commands',
      title: t('palette.commands'),
      items: commands
        .filter(({ workspace }) => inWorkspace || !workspace)
        .map((command) => ({
          id: command.id,
          title: titleOf(command),
          words: command.words && titleOf({ ...command, title: command.words }),
          icon: command.icon,
          keys: command.keys,
          run: () => runCommand(command.id),
        })),
    },
    {
      id: 'tools',
      title: t('tools'),
      items: inWorkspace
        ? inGroups(offered).map((tool) => ({
            id: tool.id,
            title: titleOf(tool),
            icon: tool.icon,
            keys: tool.keys,
            run: () => tools.activate(tool.id),
          }))
        : [],
    },
    {
      id: 'panels',
      title: t('panels'),
      items: inWorkspace
        ? panels.map((panel) => ({
            id: panel.id,
            title: titleOf(panel),
            words: `${t('palette.panel')} ${panel.words ? titleOf({ ...panel, title: panel.words }) : ''}`,
            icon: panel.icon,
            keys: panel.keys,
            run: () => opener.open(panel.id),
          }))
        : [],
    },
    {
      id: 'pages',
      title: t('palette.pages'),
      items: menu.map((entry) => ({
        id: entry.id,
        title: titleOf(entry),
        icon: entry.icon,
        run: () => navigate(entry.path),
      })),
    },
    {
      id: 'settings',
      title: t('palette.settings'),
      items:
        text.trim() === ''
          ? []
          : definitions.map((setting) => ({
              id: setting.key,
              title: i18n.t(setting.title),
              detail: setting.help ? i18n.t(setting.help) : undefined,
              icon: 'settings',
              run: () => navigate(`/user-preference#${setting.key}`),
            })),
    },
  ];
  const isNamed = ({ items: [first] }: PaletteSection): boolean =>
    first !== undefined && isTitle(text, first);
  return (
    sections
      .map((section) => ({ ...section, items: once(rank(text, section.items)).slice(0, SHOWN) }))
      // Who types a whole title means it, whatever else contains it.
      .sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
  );
}

/** A command with two shortcuts is listed once. */
function once(items: readonly PaletteResult[]): PaletteResult[] {
  const titles = new Set<string>();
  return items.filter(({ title }) => !titles.has(title) && titles.add(title));
}
