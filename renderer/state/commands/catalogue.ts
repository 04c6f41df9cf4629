/** Every command of the window, in the order in which lists show them. */
import { tick } from 'svelte'
import type { Campaign } from '../campaign.svelte.ts'
import type { Layout } from '../layout.svelte.ts'
import { goToPanel } from '../focus.ts'
import type { Shell, Table } from '../shell.svelte.ts'
import type { Command } from './command.ts'
import { fightCommands } from './fight.ts'

/** A command of an open campaign. */
export type InCampaign = Pick<Command, 'id' | 'label' | 'panel'> & {
  readonly keys?: readonly string[]
  applies?(table: Table): boolean
  detail?(table: Table): string | undefined
  run(table: Table): unknown
}

export function createCommands(shell: Shell): readonly Command[] {
  const inCampaign = ({ id, label, panel, keys = [], applies = () => true, detail, run }: InCampaign): Command => ({
    id,
    label,
    panel,
    keys,
    applies: () => shell.table !== undefined && applies(shell.table),
    detail: () => shell.table && detail?.(shell.table),
    run: () => {
      if (!shell.table) return undefined
      if (panel !== undefined) shell.table.layout.use(panel)
      return run(shell.table)
    },
  })
  return [
    ...tableCommands(shell).map(inCampaign),
    ...fightCommands.map(inCampaign),
    ...shell.panels.map(({ id, label }, index) =>
      inCampaign({ id: `panel.${id}`, label: `Show or hide ${label}`, keys: index < 9 ? [`Ctrl+${index + 1}`] : [], run: ({ layout }) => show(layout, id) }),
    ),
    inCampaign({ id: 'panel.next', label: 'Go to the next panel', keys: ['F6'], run: ({ layout }) => goOn(layout, 1) }),
    inCampaign({ id: 'panel.previous', label: 'Go to the panel before', keys: ['Shift+F6'], run: ({ layout }) => goOn(layout, -1) }),
    { id: 'palette', label: 'Find anything', keys: ['Ctrl+K', '/'], applies: () => true, run: () => (shell.dialog = 'palette') },
    { id: 'help', label: 'Keys that apply now', keys: ['?'], applies: () => true, run: () => (shell.dialog = 'keys') },
    { id: 'settings', label: 'Settings', keys: ['Ctrl+,'], applies: () => true, run: () => (shell.dialog = 'settings') },
    inCampaign({ id: 'campaign.export', label: 'Export this campaign as one file', run: () => shell.exportCampaign() }),
    { id: 'campaign.import', label: 'Import a campaign', keys: [], applies: () => true, run: () => shell.importCampaign() },
    { id: 'systems', label: 'Game systems and content packs', keys: [], applies: () => true, run: () => shell.showPackages() },
    inCampaign({ id: 'campaign.close', label: 'Close campaign', run: () => shell.closeCampaign() }),
  ]
}

function tableCommands({ client, notices }: Shell): readonly InCampaign[] {
  const save = async (campaign: Campaign, as: 'markdown' | 'csv') => {
    const path = await campaign.exportLog(as, undefined)
    if (typeof path === 'string') notices.tell('Exported the log', [path], false)
  }
  return [
    {
      id: 'roll',
      label: 'Roll',
      panel: 'roll',
      keys: ['R'],
      applies: ({ form }) => form.check !== undefined,
      detail: ({ form }) => form.nameOf(0),
      run: ({ layout, form }) => {
        layout.show('roll')
        return form.roll()
      },
    },
    {
      id: 'roller.roll',
      label: 'Roll for all',
      panel: 'roller',
      keys: ['R'],
      applies: ({ roller }) => roller.ready,
      detail: ({ roller }) => `${roller.form.members.length} chosen`,
      run: ({ layout, roller }) => {
        layout.bringUp('roller')
        return roller.roll()
      },
    },
    { id: 'dice.typed', label: 'Type the dice, or draw them again', panel: 'roll', keys: ['T'], applies: ({ layout }) => layout.isShown('roll'), run: ({ form }) => form.toggleTyped() },
    { id: 'dice.words', label: 'Dice in words', panel: 'roll', keys: ['Q'], run: ({ dice, form }) => dice.begin(form.who(0)) },
    {
      id: 'actions',
      label: 'Actions of whoever rolls',
      panel: 'characters',
      keys: ['M'],
      applies: ({ actions, form }) => actions.listFor(form.kind).length > 0,
      run: ({ layout }) => pressActions(layout),
    },
    { id: 'undo', label: 'Undo', keys: ['Ctrl+Z'], applies: ({ campaign }) => campaign.history.undo !== undefined, detail: ({ campaign }) => campaign.history.undo, run: ({ campaign }) => campaign.undo() },
    { id: 'redo', label: 'Redo', keys: ['Ctrl+Shift+Z', 'Ctrl+Y'], applies: ({ campaign }) => campaign.history.redo !== undefined, detail: ({ campaign }) => campaign.history.redo, run: ({ campaign }) => campaign.redo() },
    { id: 'history', label: 'Everything that can be undone', keys: ['Ctrl+H'], run: ({ steps }) => steps.show() },
    { id: 'character.add', label: 'Add a character', panel: 'characters', run: ({ roster }) => roster.edit() },
    { id: 'npc.add', label: 'Quick NPC', keys: ['Shift+A'], applies: ({ campaign }) => campaign.declarations.npc !== undefined, run: ({ roster }) => (roster.making = true) },
    {
      id: 'encounters',
      label: 'Encounters',
      panel: 'characters',
      run: ({ layout, roster }) => {
        roster.tab = 'encounters'
        layout.bringUp('characters')
        return goToPanel('characters')
      },
    },
    { id: 'session.start', label: 'Start a session', applies: ({ campaign }) => !campaign.session, run: ({ campaign }) => campaign.sessions.start() },
    { id: 'session.end', label: 'End the session', applies: ({ campaign }) => campaign.session !== undefined, detail: ({ campaign }) => campaign.session?.name, run: () => client.ask('session.end', {}) },
    { id: 'session.recap', label: 'Recap of the session', applies: ({ campaign }) => campaign.sessions.list.length > 0, detail: ({ campaign }) => campaign.sessions.list[0]?.name, run: ({ campaign: { sessions } }) => sessions.list.slice(0, 1).forEach((last) => sessions.showRecap(last)) },
    {
      id: 'note.add',
      label: 'New note',
      panel: 'notes',
      run: ({ layout, campaign }) => {
        layout.bringUp('notes')
        return campaign.notes.add()
      },
    },
    { id: 'table.add', label: 'New random table', panel: 'notes', run: ({ tables }) => tables.add() },
    { id: 'import', label: 'Import characters from a file', run: ({ imports }) => imports.choose() },
    { id: 'roster.json', label: 'Save the roster as JSON', run: ({ imports }) => imports.save('json') },
    { id: 'roster.csv', label: 'Save the roster as CSV', run: ({ imports }) => imports.save('csv') },
    { id: 'log.markdown', label: 'Save the log as Markdown', panel: 'log', run: ({ campaign }) => save(campaign, 'markdown') },
    { id: 'log.csv', label: 'Save all rolls as CSV', panel: 'log', run: ({ campaign }) => save(campaign, 'csv') },
  ]
}

/** Opens the menu of actions among the characters: what it opens is that panel's own. */
async function pressActions(layout: Layout): Promise<void> {
  layout.show('characters')
  await tick()
  document.querySelector<HTMLElement>('[data-command="actions"]')?.click()
}

/** From the panel that has the focus to the next one shown, or the one before. */
function goOn(layout: Layout, by: 1 | -1): void {
  const headings = layout.shown.flatMap(({ id }) => document.getElementById(id) ?? [])
  const at = headings.findIndex((heading) => heading.closest('.panel')?.contains(document.activeElement))
  const next = at < 0 && by < 0 ? headings.at(-1) : headings[(at + by + headings.length) % headings.length]
  if (next) void goToPanel(next.id)
}

/** Shows a panel and goes there, or puts it away. */
function show(layout: Layout, id: string): unknown {
  layout.toggle(id)
  return layout.isShown(id) ? goToPanel(id) : undefined
}
